@_spi(Double) import CoreMedia
import FoundationApple
import QuartzCore

/// A layer's state, guarded by its world's lock.
final class LayerDouble: @unchecked Sendable {
    let world = ContractWorld.current
    private weak var face: AVPlayerLayer?
    private(set) var player: AVPlayer?
    private(set) var isReady = false
    var gravity = AVLayerVideoGravity.resizeAspect
    private weak var shown: ItemDouble?
    private var raising: Int?

    func begin(as face: AVPlayerLayer) {
        self.face = face
        world.enrol(self)
    }

    func end() {
        world.locked { world.cancel(raising) }
    }

    func read<Value>(_ body: (LayerDouble) -> Value) -> Value {
        world.locked { body(self) }
    }

    func write(_ body: (LayerDouble) -> Void) {
        world.locked { body(self) }
    }

    func setPlayer(_ new: AVPlayer?) {
        world.requireMain("AVPlayerLayer.player")
        world.locked {
            guard new !== player else { return }
            player = new
            shown = nil
            evaluate()
        }
    }

    /// Updates `isReady`: it becomes true some time after an item's first picture could be there, and a seek does not
    /// change it.
    func evaluate() {
        let item = player?.double.item?.double
        if item !== shown || item?.status == .failed {
            isReady = false
            world.cancel(raising)
            raising = nil
            world.changed(face)
        }
        shown = item
        guard !isReady, raising == nil, let item, item.isReady, item.hasEnabledVideo, !item.isDark else {
            return
        }
        raising = world.schedule(at: world.now + world.nanoseconds(item.faults.displayDelay)) { [weak self] in
            guard let self else { return }
            raising = nil
            guard player?.double.item?.double === shown, let shown, shown.isReady, !shown.isDark else { return }
            isReady = true
            world.changed(face)
        }
    }

    func videoRect(in bounds: CGRect) -> CGRect {
        world.locked {
            let size = player?.double.item?.double.presentationSize ?? .zero
            guard size.width > 0, size.height > 0 else { return .zero }
            let (across, down) = (bounds.width / size.width, bounds.height / size.height)
            let scale: (CGFloat, CGFloat)
            switch gravity {
            case .resize: scale = (across, down)
            case .resizeAspectFill: scale = (max(across, down), max(across, down))
            default: scale = (min(across, down), min(across, down))
            }
            let (width, height) = (size.width * scale.0, size.height * scale.1)
            return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
        }
    }

    func displayedPixelBuffer() -> CVPixelBuffer? {
        world.locked {
            guard let double = player?.double else { return nil }
            guard double.rate == 0 else {
                world.raise("AVPlayerLayer.displayedPixelBuffer: the player's rate is not 0")
                return nil
            }
            guard isReady, let item = double.item?.double, item.asset.media?.isProtected == false else { return nil }
            return item.picture(at: item.currentTime())?.pixelBuffer
        }
    }
}
