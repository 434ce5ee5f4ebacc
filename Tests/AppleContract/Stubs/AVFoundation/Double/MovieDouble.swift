@_spi(Double) import CoreMedia
@_spi(Double) import CoreVideo
import FoundationApple

extension ContractWorld {
    /// What asset writers of a world do, and have done.
    public struct Writing {
        /// After this many pictures, or else at its end, a writer fails with this error; `nil`: none does.
        public var failure: (pictures: Int, error: AVError)?
        /// How many pictures or packets an input takes before it is busy, and how often it says so.
        public var busy = (after: 7, looks: 2)
        /// How far one input may be ahead of another that has not ended.
        public var interleaving = 0.5
        /// How many seconds of sound the encoder holds back.
        public var heldBack = 0.1
        /// Whether an input that has ended says that it is ready; Apple does not say.
        public var endedAreReady = false
        @_spi(Double) public internal(set) var movies: [MovieDouble] = []
    }
}

/// A file that an asset writer writes: what it was given, and when it raises.
///
/// Sendable because everything in it is guarded by the lock.
@_spi(Double)
public final class MovieDouble: @unchecked Sendable {
    /// A picture that was appended.
    public struct Picture {
        public let time: CMTime
        public let buffer: CVPixelBuffer
    }

    public let url: URL
    public let type: AVFileType
    private let world: ContractWorld
    private let lock = NSRecursiveLock()
    private var state = State()

    private struct State {
        var status = AVAssetWriter.Status.unknown
        var error: AVError?
        var session: (start: CMTime, end: CMTime?)?
        var inputs: [InputDouble] = []
        var pictures: [Picture] = []
        var samples: [Float] = []
        var movieScale: CMTimeScale = 0
    }

    init(_ url: URL, _ type: AVFileType) {
        (self.url, self.type) = (url, type)
        world = .current
        world.writers.movies.append(self)
    }

    // MARK: For tests

    public var status: AVAssetWriter.Status { locked { $0.status } }
    public var pictures: [Picture] { locked { $0.pictures } }
    /// What was appended of sound, all channels in turn, from time 0 on.
    public var samples: [Float] { locked { $0.samples } }
    public var end: CMTime? { locked { $0.session?.end } }
    /// The settings of the inputs, by what they take.
    public var settings: [AVMediaType: [String: Any]] {
        locked { Dictionary(uniqueKeysWithValues: $0.inputs.map { ($0.type, $0.settings) }) }
    }
    public var timeScales: (movie: CMTimeScale, pictures: CMTimeScale) {
        locked { state in (state.movieScale, state.inputs.first { $0.type == .video }?.scale ?? 0) }
    }

    // MARK: The writer

    private func locked<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }
    private func raise(_ message: String) { world.raise(message) }

    var error: AVError? { locked { $0.error } }

    func setMovieScale(_ scale: CMTimeScale) {
        locked {
            if $0.status != .unknown { raise("AVAssetWriter.movieTimeScale: writing has started") }
            $0.movieScale = scale
        }
    }

    func add(_ input: InputDouble) {
        locked {
            guard $0.status == .unknown else { return raise("AVAssetWriter.add: writing has started") }
            input.movie = self
            $0.inputs.append(input)
        }
    }

    func startWriting() -> Bool {
        locked {
            if $0.status != .unknown { raise("AVAssetWriter.startWriting: called twice") }
            guard !FileManager.default.fileExists(atPath: url.path) else {
                ($0.status, $0.error) = (.failed, AVError(.fileAlreadyExists))
                return false
            }
            guard FileManager.default.createFile(atPath: url.path, contents: Data("begun".utf8)) else {
                ($0.status, $0.error) = (.failed, AVError(.unknown))
                return false
            }
            $0.status = .writing
            return true
        }
    }

    func startSession(at time: CMTime) {
        locked {
            if $0.status != .writing || $0.session != nil { raise("AVAssetWriter.startSession: no time for it") }
            $0.session = (time, nil)
        }
    }

    func endSession(at time: CMTime) {
        locked {
            if $0.status != .writing || $0.session == nil || $0.session?.end != nil {
                raise("AVAssetWriter.endSession: there is no session")
            }
            $0.session?.end = time
        }
    }

    func finish() {
        locked {
            guard $0.status == .writing else {
                return raise("AVAssetWriter.finishWriting: the status is \($0.status)")
            }
            if let failure = world.writers.failure {
                ($0.status, $0.error) = (.failed, failure.error)
                return
            }
            $0.status = .completed
            try? Data("complete".utf8).write(to: url)
        }
    }

    func cancel() {
        locked {
            if $0.status == .unknown { raise("AVAssetWriter.cancelWriting: writing has not started") }
            guard $0.status == .writing else { return }
            $0.status = .cancelled
            try? FileManager.default.removeItem(at: url)
        }
    }

    // MARK: The inputs

    func isReady(_ input: InputDouble) -> Bool {
        locked { state in
            guard state.status == .writing else { return false }
            guard !input.isFinished else { return world.writers.endedAreReady }
            input.looksUntilReady = max(input.looksUntilReady - 1, 0)
            let others = state.inputs.filter { $0 !== input && !$0.isFinished }
            let writers = world.writers
            // What the encoder of sound holds back counts for neither.
            func coded(_ input: InputDouble) -> Double { input.end - (input.type == .audio ? writers.heldBack : 0) }
            let isAhead = others.contains { coded(input) - coded($0) > writers.interleaving }
            input.wasReady = input.looksUntilReady == 0 && !isAhead
            return input.wasReady
        }
    }

    /// Whether it is accepted.
    private func takes(_ input: InputDouble, at time: CMTime, _ state: inout State) -> Bool {
        if state.status == .unknown || state.session == nil {
            raise("AVAssetWriterInput.append: no session")
        } else if state.session?.end != nil || input.isFinished {
            raise("AVAssetWriterInput.append: it is over")
        } else if !input.wasReady, state.status == .writing {
            raise("AVAssetWriterInput.append: it is not ready")
        } else if let last = input.last, time <= last {
            raise("AVAssetWriterInput.append: \(time.seconds) goes backwards")
        }
        guard state.status == .writing else { return false }
        input.last = time
        input.taken += 1
        let busy = world.writers.busy
        if input.taken % busy.after == 0 { (input.looksUntilReady, input.wasReady) = (busy.looks, false) }
        return true
    }

    func append(_ buffer: CVPixelBuffer, at time: CMTime, to input: InputDouble) -> Bool {
        locked { state in
            guard takes(input, at: time, &state) else { return false }
            if let failure = world.writers.failure, state.pictures.count >= failure.pictures {
                (state.status, state.error) = (.failed, failure.error)
                return false
            }
            let (width, height) = (input.settings[AVVideoWidthKey] as? Int, input.settings[AVVideoHeightKey] as? Int)
            if (width, height) != (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)) {
                raise("AVAssetWriterInputPixelBufferAdaptor.append: another size")
            }
            state.pictures.append(Picture(time: time, buffer: buffer))
            input.end = time.seconds
            return true
        }
    }

    func append(_ sample: CMSampleBuffer, to input: InputDouble) -> Bool {
        locked { state in
            let time = sample.presentationTimeStamp
            guard takes(input, at: time, &state) else { return false }
            guard input.type == .audio, let sound = sample.sound, sound.stream.mFormatID == kAudioFormatLinearPCM else {
                raise("AVAssetWriterInput.append: not what the input takes")
                return false
            }
            let channels = Int(sound.stream.mChannelsPerFrame)
            let first = Int((time.seconds * sound.stream.mSampleRate).rounded()) * channels
            if first != state.samples.count { raise("AVAssetWriterInput.append: a gap in the sound") }
            state.samples += sound.bytes.withUnsafeBytes { $0.bindMemory(to: Float.self).map { $0 } }
            input.end = Double(state.samples.count / channels) / sound.stream.mSampleRate
            return true
        }
    }

    func finish(_ input: InputDouble) {
        locked {
            if $0.status != .writing { raise("AVAssetWriterInput.markAsFinished: the status is \($0.status)") }
            input.isFinished = true
        }
    }
}

/// One input of a writer. Everything in it is guarded by the lock of its movie.
final class InputDouble {
    let type: AVMediaType
    let settings: [String: Any]
    weak var movie: MovieDouble?
    var isFinished = false
    var wasReady = false
    var looksUntilReady = 0
    var taken = 0
    var last: CMTime?
    /// How far it has come, in seconds.
    var end = 0.0

    private(set) var scale: CMTimeScale = 0

    init(_ type: AVMediaType, _ settings: [String: Any]) {
        (self.type, self.settings) = (type, settings)
    }

    func setScale(_ new: CMTimeScale) {
        if type == .audio {
            ContractWorld.current.raise("AVAssetWriterInput.mediaTimeScale: of sound")
        } else if movie.map({ $0.status != .unknown }) ?? false {
            ContractWorld.current.raise("AVAssetWriterInput.mediaTimeScale: writing has started")
        }
        scale = new
    }
}
