import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// How a key changes the zoom.
enum ZoomStep: Equatable {
    case by(Double)
    /// To a pixel for a pixel, or back to whole pictures.
    case pixels
}

/// The pictures as they lay when the mouse took hold of them: what it moves counts from there.
struct PictureGrip: Equatable {
    var point: CGPoint
    var zoom: TileLayout.Zoom
    var index: Int
    var placements: [TilePlacement]
}

/// A closer look at all videos, by keys and mouse.
extension ScreenModel {
    /// By which a key or a notch of the wheel magnifies: three of them double.
    static let zoomStep = 1.26

    /// Zooms about the middle of the selected member's tile.
    func zoom(_ step: ZoomStep, in placements: [TilePlacement]) {
        guard placements.indices.contains(selection), !placements[selection].isHidden else { return }
        let tile = placements[selection].tile
        switch step {
        case .by(let factor): zoom(by: factor, about: CGPoint(x: tile.midX, y: tile.midY), in: placements)
        case .pixels where layout.zoom.scale != 1: layout.zoom = TileLayout.Zoom()
        case .pixels:
            guard let size = group.snapshot.members[selection].info?.displaySize else { return }
            layout.zoom = layout.zoom.pixelForPixel(of: size, in: selection, of: placements)
        }
    }

    /// Zooms about a point, which keeps what lies under it.
    func zoom(by factor: Double, about point: CGPoint, in placements: [TilePlacement]) {
        guard let index = placements.tileIndex(at: point) else { return }
        layout.zoom = layout.zoom.magnified(by: factor, about: point, in: index, of: placements)
    }

    /// Moves the loupe, if there is one, to what lies under a point; beside the pictures it stays where it was.
    func pointLoupe(at point: CGPoint, in placements: [TilePlacement]) {
        guard loupe != nil, let index = placements.tileIndex(at: point), let spot = placements[index].spot(at: point)
        else { return }
        loupe?.x = spot.x
        loupe?.y = spot.y
    }

    /// Takes hold of the pictures, if there is more of them than is seen.
    func beginPan(at point: CGPoint, in placements: [TilePlacement]) {
        guard layout.zoom.scale > 1, let index = placements.tileIndex(at: point) else { return }
        grip = PictureGrip(point: point, zoom: layout.zoom, index: index, placements: placements)
    }

    /// Moves the pictures that are held.
    func pan(to point: CGPoint) {
        guard let grip else { return }
        let distance = CGSize(width: point.x - grip.point.x, height: point.y - grip.point.y)
        layout.zoom = grip.zoom.moved(by: distance, in: grip.index, of: grip.placements)
    }
}
