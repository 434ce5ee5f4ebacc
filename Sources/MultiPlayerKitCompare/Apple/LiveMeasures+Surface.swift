#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && (canImport(UIKit) || canImport(AppKit))
    import CoreVideo
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    extension LiveMeasures {
        /// Measures the pictures of a surface from now on, whenever it shows the difference of these two members.
        ///
        /// A surface is read by one at a time; the next takes over. It does not keep what reads it alive.
        @MainActor
        public func read(_ surface: ComposedSurface) {
            surface.reader = self
        }
    }

    extension LiveMeasures: ComposedReader {
        package func read(_ pair: ComposedPair) {
            let (first, second) = (pair.first, pair.second)
            guard let reference = [first, second].first(where: { $0.member == reference }),
                let other = [first, second].first(where: { $0.member == member })
            else { return }
            let buffers = Buffers(measured: other.buffer, reference: reference.buffer)
            let moment = Moment(
                time: reference.groupTime, referenceTime: reference.mediaTime, otherTime: other.mediaTime)
            take(moment) { _ throws(PlaybackError) in
                try PictureMeasures(of: buffers.measured, against: buffers.reference)
            }
        }

        /// Sendable because nobody writes to the buffers of an output once it has handed them over.
        private struct Buffers: @unchecked Sendable {
            let measured: CVPixelBuffer
            let reference: CVPixelBuffer
        }
    }
#endif

#if canImport(AVFoundation)
    import Foundation

    /// The queue that measures.
    final class MeasureWorker: Sendable {
        private let queue = DispatchQueue(label: "MultiPlayerKit.measures", qos: .utility)

        func perform(_ work: @escaping @Sendable (MeasureWorker) -> Void) {
            queue.async { work(self) }
        }
    }
#endif
