import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What is said of files that cannot be played.
@Suite(.serialized) @MainActor
struct FileCheckStories {
    private let world = World(seed: 81)

    private func refusal(_ source: MediaSource) async -> PlaybackError? {
        do throws(PlaybackError) {
            _ = try await OpenAsset.open(source)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a folder is named as one, and what no decoder knows has its codec blamed`() async {
        #expect(await refusal(MediaSource(url: ContractWorld.files))?.reason == "is a folder")
        let unknown = await refusal(MediaSource(url: world.clip { $0.isPlayable = false }))
        #expect(unknown?.code == .codecUnknown)
    }

    /// The app may have access that cannot be seen from here.
    @Test func `an address where nothing is found is refused, but not an asset of the app's from there`() async {
        let url = URL(filePath: "/mnt/of-the-app/a.mp4")
        world.contract.register(url, ContractWorld.Media(duration: CMTime(value: 4, timescale: 1)))
        #expect(await refusal(MediaSource(url: url))?.code == .sourceNotFound)
        #expect(await refusal(MediaSource(asset: AVURLAsset(url: url))) == nil)
    }
}
