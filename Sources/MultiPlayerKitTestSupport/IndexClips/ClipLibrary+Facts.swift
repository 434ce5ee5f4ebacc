#if os(Linux) || os(macOS)
    import Foundation

    extension ClipLibrary {
        /// What `ffprobe` and `ffmpeg` say about the file of a clip, which is made now unless it exists.
        ///
        /// The facts are kept next to the clip, so that only the first call decodes.
        public func facts(for clip: IndexClip) throws -> ClipFacts {
            let file = try url(for: clip)
            let place = try once(file.appendingPathExtension("facts.json")) { temporary in
                let facts = try ClipWitness(file: file, clip: clip).facts()
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                try encoder.encode(facts).write(to: temporary)
            }
            return try JSONDecoder().decode(ClipFacts.self, from: Data(contentsOf: place))
        }
    }
#endif
