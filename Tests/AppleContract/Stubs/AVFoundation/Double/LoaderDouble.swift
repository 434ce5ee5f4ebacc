import FoundationApple

/// One request to a resource loader's delegate, and its answer.
final class LoaderQuestion: @unchecked Sendable {
    struct Answer {
        var type: String?
        var length: Int64 = 0
        var hasRanges = false
        var isOnDemand = false
        var bytes = Data()
    }

    enum Outcome {
        case finished(Answer)
        case failed(any Error)
        case cancelled(Answer)
    }

    let world: ContractWorld
    let url: URL
    let wantsInformation: Bool
    let allowedTypes: [String]?
    let range: (offset: Int64, length: Int, toEnd: Bool)?
    // Guarded by `lock`.
    private let lock = NSLock()
    private var answer = Answer()
    private var outcome: Outcome?
    private var waiter: CheckedContinuation<Outcome, Never>?
    private var watch: (@Sendable (Int) -> Void)?
    private var hasEnded = false
    private var wasCancelled = false

    init(
        _ world: ContractWorld, _ url: URL, wantsInformation: Bool = false, allowedTypes: [String]? = nil,
        range: (offset: Int64, length: Int, toEnd: Bool)?, watch: (@Sendable (Int) -> Void)? = nil
    ) {
        self.world = world
        self.url = url
        self.wantsInformation = wantsInformation
        self.allowedTypes = allowedTypes
        self.range = range
        self.watch = watch
    }

    var isFinished: Bool { lock.withLock { hasEnded } }
    var isCancelled: Bool { lock.withLock { wasCancelled } }

    func read<Value>(_ path: KeyPath<Answer, Value>) -> Value { lock.withLock { answer[keyPath: path] } }

    func write(_ change: (inout Answer) -> Void) {
        let isDead = lock.withLock {
            change(&answer)
            return hasEnded || wasCancelled
        }
        if isDead { world.raise("AVAssetResourceLoadingRequest: information for a request that is over") }
    }

    func respond(_ data: Data) {
        let (count, faults) = lock.withLock {
            var faults: [String] = []
            if hasEnded || wasCancelled { faults.append("data for a request that is over") }
            if wantsInformation, answer.type == nil { faults.append("data before the content information") }
            answer.bytes.append(contentsOf: data)
            if let range, !range.toEnd, answer.bytes.count > range.length { faults.append("more data than asked for") }
            return (answer.bytes.count, faults)
        }
        for fault in faults { world.raise("AVAssetResourceLoadingDataRequest.respond: \(fault)") }
        watch?(count)
    }

    func finish(_ error: (any Error)?) {
        var fault: String?
        lock.withLock {
            if hasEnded || wasCancelled { fault = "of a request that is over" }
            hasEnded = true
            if error == nil, wantsInformation, let allowedTypes, !allowedTypes.isEmpty,
                !allowedTypes.contains(answer.type ?? "")
            {
                fault = "the content type is not allowed"
            }
        }
        if let fault { world.raise("AVAssetResourceLoadingRequest.finishLoading: \(fault)") }
        settle(error.map(Outcome.failed) ?? .finished(lock.withLock { answer }))
    }

    /// Tells the delegate, on its queue, that the answer is no longer needed.
    func cancel(_ face: AVAssetResourceLoadingRequest, _ loader: AVAssetResourceLoader) {
        guard let delegate = loader.delegate, let queue = loader.delegateQueue else { return }
        queue.async { [self] in
            let isNew = lock.withLock {
                defer { if !hasEnded { wasCancelled = true } }
                return !hasEnded && !wasCancelled
            }
            guard isNew else { return }
            delegate.resourceLoader(loader, didCancel: face)
            settle(.cancelled(lock.withLock { answer }))
        }
    }

    private func settle(_ new: Outcome) {
        let waiter = lock.withLock {
            defer { self.waiter = nil }
            if outcome == nil { outcome = new }
            return self.waiter
        }
        waiter?.resume(returning: new)
    }

    func wait() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = lock.withLock {
                if self.outcome == nil { waiter = continuation }
                return self.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Sends the request to the delegate, on its queue. `wait` returns the outcome.
    func ask(_ loader: AVAssetResourceLoader) -> AVAssetResourceLoadingRequest {
        let face = AVAssetResourceLoadingRequest(self)
        guard let delegate = loader.delegate, let queue = loader.delegateQueue else {
            settle(.failed(AVError(.failedToLoadMediaData)))
            return face
        }
        queue.async {
            if !delegate.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: face) {
                self.settle(.failed(AVError(.failedToLoadMediaData)))
            }
        }
        return face
    }
}

/// A request for the whole resource, which an item keeps open while the item is current.
final class LoaderStream: @unchecked Sendable {
    private let question: LoaderQuestion
    private let face: AVAssetResourceLoadingRequest
    private let loader: AVAssetResourceLoader

    init(_ loader: AVAssetResourceLoader, _ url: URL, _ world: ContractWorld) {
        self.loader = loader
        question = LoaderQuestion(world, url, range: (0, .max, true))
        face = question.ask(loader)
    }

    func cancel() { question.cancel(face, loader) }
}

extension AVURLAsset {
    func beginStream() -> LoaderStream? {
        asksLoader ? LoaderStream(resourceLoader, url, world) : nil
    }

    /// What the delegate answers to one request for `count` bytes from `offset` on.
    @_spi(Double) public func answer(from offset: Int64, count: Int) async throws -> Data {
        let question = LoaderQuestion(world, url, range: (offset, count, false))
        _ = question.ask(resourceLoader)
        return try await question.wait().orThrow().bytes
    }
}

/// A request that stays open; nothing of the asset is kept alive by it.
@_spi(Double)
public final class OpenRequest: Sendable {
    private let stream: LoaderStream

    public init?(to asset: AVURLAsset) {
        guard let stream = asset.beginStream() else { return nil }
        self.stream = stream
    }
}

/// The bytes of a video in a contract world: a line with the URL that they stand for, and padding.
@_spi(Double)
public enum LoaderBytes {
    static let mark = "contract:"

    public static func make(for url: URL, count: Int) -> Data {
        var data = Data("\(mark)\(url.absoluteString)\n".utf8)
        var byte: UInt8 = 1
        while data.count < count {
            data.append(byte)
            byte = byte &* 31 &+ 7
        }
        return data
    }

    static func source(in data: Data) -> URL? {
        let line = String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix(mark) ? URL(string: String(line.dropFirst(mark.count))) : nil
    }

    static func source(inFile url: URL) -> URL? {
        url.isFileURL ? (try? Data(contentsOf: url)).flatMap(source) : nil
    }
}

extension AVAssetResourceLoader {
    /// Makes the requests that AVFoundation makes when an asset is opened: two bytes with the content information, then
    /// everything from the start, cancelled as soon as the head has arrived, then an index at the end.
    func look(at url: URL, in world: ContractWorld) async throws -> URL {
        let first = LoaderQuestion(
            world, url, wantsInformation: true, allowedTypes: ["public.mpeg-4", "com.apple.quicktime-movie"],
            range: (0, 2, false))
        _ = first.ask(self)
        guard case .finished(let told) = try await first.wait().orThrow() else { throw AVError(.failedToLoadMediaData) }
        guard told.hasRanges, told.length > 0, told.bytes.count == 2 else {
            throw AVError(.serverIncorrectlyConfigured)
        }
        let (enough, report) = AsyncStream.makeStream(of: Void.self)
        // A request to the end of the resource may state any length, which says nothing.
        let head = LoaderQuestion(world, url, range: (0, 2, true)) { count in
            if count >= min(512, Int(told.length)) { report.yield() }
        }
        let face = head.ask(self)
        let looking = Task {
            for await _ in enough { break }
            head.cancel(face, self)
        }
        let bytes = try await head.wait().orThrow().bytes
        report.finish()
        looking.cancel()
        let count = min(16, Int(told.length))
        let index = LoaderQuestion(world, url, range: (told.length - Int64(count), count, false))
        _ = index.ask(self)
        guard try await index.wait().orThrow().bytes.count == count else { throw AVError(.fileFailedToParse) }
        guard let source = LoaderBytes.source(in: bytes) else { throw AVError(.fileFormatNotRecognized) }
        return source
    }
}

extension LoaderQuestion.Outcome {
    var bytes: Data {
        switch self {
        case .finished(let answer), .cancelled(let answer): answer.bytes
        case .failed: Data()
        }
    }

    func orThrow() throws -> LoaderQuestion.Outcome {
        if case .failed(let error) = self { throw error }
        return self
    }
}
