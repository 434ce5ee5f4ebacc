import Foundation
import Testing

@testable import MultiPlayerKitCache

/// What a video is called by its server, by its name and by AVFoundation.
struct MediaTypeTests {
    private func address(_ name: String) -> URL { URL(string: "https://example.org/\(name)")! }

    private func identifiers(_ told: String?, _ name: String) -> [String] {
        MediaTypeName.identifiers(of: told, address(name))
    }

    @Test func `a type on which server and name agree is named once`() {
        #expect(identifiers("video/mp4", "clip.MP4") == ["public.mpeg-4"])
        #expect(identifiers("audio/x-m4a", "song.m4a") == ["com.apple.m4a-audio"])
        #expect(identifiers("video/mp4", "clip.mov") == ["public.mpeg-4", "com.apple.quicktime-movie"])
    }

    @Test(arguments: [
        nil, "application/octet-stream", "binary/octet-stream", "video/x-unheard-of", "audio/x-unheard-of",
    ])
    func `where the server does not know, the name decides`(told: String?) {
        #expect(identifiers(told, "clip.mov") == ["com.apple.quicktime-movie"])
        #expect(identifiers(told, "clip") == ["public.mpeg-4"])
        #expect(MediaTypeName.mimeType(told, of: address("clip.mov")) == "video/quicktime")
    }

    @Test func `what is no media at all is not taken for a video, whatever its name`() {
        for told in ["text/html", "application/json", "image/png"] { #expect(identifiers(told, "clip.mp4").isEmpty) }
    }

    @Test func `a type that AVFoundation knows is left as the server says it`() {
        #expect(MediaTypeName.mimeType("audio/3gpp", of: address("clip.mp4")) == "audio/3gpp")
        #expect(MediaTypeName.mimeType("video/quicktime", of: address("clip")) == "video/quicktime")
        #expect(MediaTypeName.mimeType(nil, of: address("clip")) == "video/mp4")
    }
}
