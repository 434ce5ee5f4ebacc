import AVFoundation
import MultiPlayerKit

/// Takes decoded pictures out of the members of a group, beside the layers that show them.
@MainActor
final class MemberOutputs {
    private let group: PlaybackGroup
    private var outputs: [MemberID: (item: AVPlayerItem, output: AVPlayerItemVideoOutput)] = [:]
    /// The frame of each member that was handed over last. It stays until there is another.
    private var shown: [MemberID: Int] = [:]

    init(_ group: PlaybackGroup) {
        self.group = group
    }

    func attach(to id: MemberID) {
        if let old = outputs.removeValue(forKey: id) { old.item.remove(old.output) }
        shown[id] = nil
        guard let item = group.player(of: id)?.currentItem else { return }
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
            kCVPixelBufferPixelFormatTypeKey as String: IndexPicture.format
        ])
        item.add(output)
        outputs[id] = (item, output)
    }

    func detach() {
        for (item, output) in outputs.values { item.remove(output) }
        outputs = [:]
    }

    /// The number of the frame that a member shows at a host time; `nil`: none that can be read.
    func frame(of id: MemberID, at host: HostTime) -> Int? {
        // The item is another one after the group has handed the member over.
        if outputs[id]?.item !== group.player(of: id)?.currentItem { attach(to: id) }
        guard let output = outputs[id]?.output else { return nil }
        let time = output.itemTime(forHostTime: CMTime(host).seconds)
        // An output hands each frame over once: without a new one the last stays.
        if let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) {
            shown[id] = IndexPicture.frame(in: buffer)
        }
        return shown[id]
    }
}
