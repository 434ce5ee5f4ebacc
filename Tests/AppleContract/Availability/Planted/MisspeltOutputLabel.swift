// The requirement is optional in Objective-C: Apple's compiler accepts any name, and the method is never called.
// refused on ios tvos macos: required by protocol 'AVPlayerItemOutputPullDelegate'
import AVFoundation

final class PlantedOutputDelegate: AVPlayerItemOutputPullDelegate {
    func outputMediaDataWillChange(sender: AVPlayerItemOutput) {}
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
