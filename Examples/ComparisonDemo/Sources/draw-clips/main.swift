import DemoClips
import Foundation

let usage = """
    usage: draw-clips [OUTPUT_FOLDER]            draw and encode all clips
           draw-clips --frame CLIP N FILE.ppm    draw one frame
    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}

signal(SIGPIPE, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.first {
    case "--frame":
        guard arguments.count == 4, let clip = DemoClip(rawValue: arguments[1]), let number = Int(arguments[2]) else {
            fail(usage)
        }
        let image = clip.draw(frame: number)
        var file = Data("P6\n\(image.width) \(image.height)\n255\n".utf8)
        file.append(contentsOf: image.pixels)
        try file.write(to: URL(fileURLWithPath: arguments[3]))
    case "--help", "-h":
        print(usage)
    default:
        guard arguments.count <= 1 else { fail(usage) }
        let folder = URL(fileURLWithPath: arguments.first ?? ".", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for clip in DemoClip.allCases {
            let start = Date()
            let bytes = try ClipEncoder(clip: clip).encode(to: folder.appendingPathComponent(clip.fileName))
            let seconds = Date().timeIntervalSince(start)
            print("\(clip.fileName): \(clip.frameCount) frames, \(bytes) bytes, \(String(format: "%.1f", seconds)) s")
        }
    }
} catch {
    fail("draw-clips: \(error)")
}
