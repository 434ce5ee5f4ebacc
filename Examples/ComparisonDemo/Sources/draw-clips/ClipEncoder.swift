import DemoClips
import Foundation

/// Draws a clip and has GStreamer encode it as H.264 in an MP4 file.
struct ClipEncoder {
    let clip: DemoClip

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the size of the finished file.
    func encode(to file: URL) throws -> Int {
        let pipe = Pipe()
        let encoder = Process()
        encoder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        encoder.arguments = ["gst-launch-1.0", "-q"] + pipeline(to: file)
        encoder.standardInput = pipe
        try encoder.run()
        // Only the encoder reads: should it end early, writing fails instead of waiting for ever.
        try? pipe.fileHandleForReading.close()
        do {
            for frame in 0..<clip.frameCount {
                try pipe.fileHandleForWriting.write(contentsOf: Data(clip.draw(frame: frame).pixels))
            }
            try pipe.fileHandleForWriting.close()
        } catch {
            encoder.waitUntilExit()
            throw Failure(description: "gst-launch-1.0 stopped early; it needs rawvideoparse, x264enc and mp4mux")
        }
        encoder.waitUntilExit()
        guard encoder.terminationStatus == 0 else {
            throw Failure(description: "gst-launch-1.0 ended with status \(encoder.terminationStatus)")
        }
        return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    private func pipeline(to file: URL) -> [String] {
        let (width, height) = clip.size
        // Key frames every second make scrubbing quick; the loop is only ever played from its start.
        let keyFrames = clip == .roadLoop ? clip.frameCount : DemoClip.frameRate
        let quality = clip == .roadLoop ? 26 : 30
        // Flat, dark drawings: spend the bits on true shades, not on the likeness of grain.
        let shading = "psy=0:aq-strength=\(clip == .roadLoop ? "0.8" : "0.5")"
        let colours = "colorprim=bt709:transfer=bt709:colormatrix=bt709"
        return [
            "fdsrc", "fd=0", "blocksize=\(width * height * 3)", "!",
            "rawvideoparse", "format=rgb", "width=\(width)", "height=\(height)", "framerate=\(DemoClip.frameRate)/1",
            "!",
            "videoconvert", "!",
            "video/x-raw,format=I420,colorimetry=bt709", "!",
            "x264enc", "pass=qual", "quantizer=\(quality)", "speed-preset=veryslow", "bframes=4",
            "key-int-max=\(keyFrames)", "option-string=open-gop=0:force-cfr=1:\(shading):\(colours)", "!",
            "video/x-h264,profile=high", "!", "h264parse", "!",
            "mp4mux", "faststart=true", "!", "filesink", "location=\(file.path)",
        ]
    }
}
