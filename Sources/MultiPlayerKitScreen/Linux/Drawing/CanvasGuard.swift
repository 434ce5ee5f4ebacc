#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Proves that drawing a tile changes nothing outside it: meanwhile, everything else holds a pattern.
    final class CanvasGuard {
        private let format: PictureFormat
        private let kept: Picture

        /// - Parameter format: the canvas's format. The result is `nil` when out of memory.
        init?(_ format: PictureFormat) {
            guard let kept = Picture(blank: GST_VIDEO_FORMAT_I420, width: format.width, height: format.height) else {
                return nil
            }
            (self.format, self.kept) = (format, kept)
        }

        /// Draws, and returns whether that changed anything outside the tile; if so, the canvas is restored.
        func watch(
            _ buffer: UnsafeMutablePointer<GstBuffer>, _ tile: PixelRect, drawing draw: () -> Void
        ) -> Bool {
            guard let saved = mpk_map(kept.format.info, kept.buffer, 1) else { return false }
            defer { mpk_unmap(saved) }
            withCanvas(buffer) { mpk_copy_extending($0, saved) }
            withCanvas(buffer) { Self.each($0, outside: tile) { memset($0.start, Int32(Self.mark($0.row)), $0.count) } }
            draw()
            var isBroken = false
            withCanvas(buffer) { canvas in
                Self.each(canvas, outside: tile) { stretch in
                    let mark = Self.mark(stretch.row)
                    isBroken = isBroken || (0..<stretch.count).contains { stretch.start[$0] != mark }
                }
                if isBroken { return mpk_copy_extending(saved, canvas) }
                Self.each(canvas, outside: tile) { stretch in
                    let line = mpk_component_line(saved, stretch.component, Int32(stretch.row))
                    memcpy(stretch.start, line! + stretch.column, stretch.count)
                }
            }
            return isBroken
        }

        /// Two alternating values outside limited range.
        private static func mark(_ row: Int) -> UInt8 { row % 2 == 0 ? 3 : 252 }

        private func withCanvas(
            _ buffer: UnsafeMutablePointer<GstBuffer>, _ body: (UnsafeMutablePointer<GstVideoFrame>) -> Void
        ) {
            guard let frame = mpk_map(format.info, buffer, 1) else { return }
            body(frame)
            mpk_unmap(frame)
        }

        /// Part of a row of one component.
        private struct Stretch {
            var component: Int32
            var row, column, count: Int
            var start: UnsafeMutablePointer<UInt8>
        }

        /// Visits everything outside a tile.
        private static func each(
            _ frame: UnsafeMutablePointer<GstVideoFrame>, outside tile: PixelRect, _ body: (Stretch) -> Void
        ) {
            for component in 0..<Int32(3) {
                let shift: Int32 = component == 0 ? 0 : 1
                let width = Int(mpk_component_width(frame, component))
                let (left, right) = (Int(tile.x >> shift), Int((tile.x + tile.width) >> shift))
                let rows = Int(tile.y >> shift)..<Int((tile.y + tile.height) >> shift)
                for row in 0..<Int(mpk_component_height(frame, component)) {
                    guard let line = mpk_component_line(frame, component, Int32(row)) else { continue }
                    for (from, to) in rows.contains(row) ? [(0, left), (right, width)] : [(0, width)] where from < to {
                        body(
                            Stretch(component: component, row: row, column: from, count: to - from, start: line + from))
                    }
                }
            }
        }
    }
#endif
