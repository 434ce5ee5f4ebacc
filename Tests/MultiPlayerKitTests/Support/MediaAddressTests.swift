import Testing

@testable import MultiPlayerKit

struct MediaAddressTests {
    @Test(arguments: [
        ("no address at all: 5 @ 3?", "no address at all: 5 @ 3?"),
        ("http://h/a.mp4", "http://h/a.mp4"),
        (
            "\"http://u:p@h:80/a.mp4?t=1#f\", then 'rtsp://u@h/' and more",
            "\"http://h:80/a.mp4?…\", then 'rtsp://h/' and more"
        ),
        ("failed: URL: https://u:p/w?@h/a b?", "failed: URL: https://h/a?… b?"),
        ("http://h/@me/a.mp4", "http://h/@me/a.mp4"),
        ("http://h/a?mail=x@y", "http://h/a?…"),
        ("http://u:p@", "http://"),
        ("a://b://u:p@h", "a://h"),
        ("://", "://"),
        ("cannot open http://u:pa'ss@h/a.mp4?t=a'b now", "cannot open http://h/a.mp4?… now"),
        ("cannot open 'http://u:p@h/a.mp4?t=1' for reading", "cannot open 'http://h/a.mp4?…' for reading"),
    ])
    func `text with addresses in it loses what may be secret`(text: String, shown: String) {
        #expect(MediaAddress.redacted(in: text) == shown)
    }
}
