#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Opening a local file contacts no server unless that is allowed.
    @Suite(.shared, .serialized, .timeLimit(.minutes(2)))
    struct LocalFilesTests {
        /// Texts that lead to a server, in files that are named like videos.
        enum Kind: String, CaseIterable, Sendable {
            case hls, masterPlaylist, dash, smoothStreaming, sessionDescription

            func text(_ server: String) -> String {
                switch self {
                case .hls:
                    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(server)/a.ts\n#EXTINF:2,\n\(server)/b.ts\n"
                        + "#EXT-X-ENDLIST\n"
                case .masterPlaylist:
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=320x180\n\(server)/a.m3u8\n"
                case .dash:
                    """
                    <?xml version="1.0"?>
                    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S" \
                    minBufferTime="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet \
                    mimeType="video/mp4" codecs="avc1.4d401e"><Representation id="1" bandwidth="100000" width="320" height="180">\
                    <BaseURL>\(server)/a.mp4</BaseURL><SegmentBase indexRange="0-100"/></Representation></AdaptationSet></Period>\
                    </MPD>
                    """
                case .smoothStreaming:
                    """
                    <?xml version="1.0"?>
                    <SmoothStreamingMedia MajorVersion="2" MinorVersion="0" Duration="40000000"><StreamIndex Type="video" \
                    Url="\(server)/Q({bitrate})/F({start time})" QualityLevels="1" Chunks="2"><QualityLevel Index="0" \
                    Bitrate="100000" FourCC="H264" MaxWidth="320" MaxHeight="180" CodecPrivateData=""/><c d="20000000"/>\
                    <c d="20000000"/></StreamIndex></SmoothStreamingMedia>
                    """
                case .sessionDescription:
                    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 9 RTP/AVP 96\r\n"
                        + "a=rtpmap:96 H264/90000\r\n"
                }
            }
        }

        @Test(arguments: Kind.allCases)
        func `a local file that leads elsewhere is refused by name, and no server is asked`(kind: Kind) throws {
            let server = try FaultServer { _ in [.text("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")] }
            defer { server.stop() }
            let folder = try ScratchFolder()
            defer { folder.remove() }
            for name in ["film.mp4", "list.m3u8", "film.mkv"] {
                let url = folder.url.appending(path: name)
                try Data(kind.text("http://127.0.0.1:\(server.port)").utf8).write(to: url)
                let error = #expect(throws: PlaybackError.self) {
                    _ = try MediaProbe(source: MediaSource(url: url)).run()
                }
                // No element plays a session description by itself.
                let isKnown = kind == .sessionDescription || error?.code == .remoteNotAllowed
                #expect(isKnown, "\(name): \(error.map { "\($0)" } ?? "")")
            }
            #expect(server.log.isEmpty)
        }

        /// Shows that the test above does not pass with texts that lead nowhere.
        @Test(arguments: [Kind.hls, .masterPlaylist, .dash])
        func `the server is asked if the source allows it`(kind: Kind) throws {
            let server = try FaultServer { _ in [.text("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")] }
            defer { server.stop() }
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "film.mp4")
            try Data(kind.text("http://127.0.0.1:\(server.port)").utf8).write(to: url)
            let source = MediaSource(url: url).allowingRemote
            let error = #expect(throws: PlaybackError.self) { _ = try MediaProbe(source: source).run() }
            #expect(error?.code != .remoteNotAllowed)
            #expect(!server.log.isEmpty)
        }
    }

    extension MediaSource {
        fileprivate var allowingRemote: MediaSource {
            var source = self
            source.allowsRemote = true
            return source
        }
    }
#endif
