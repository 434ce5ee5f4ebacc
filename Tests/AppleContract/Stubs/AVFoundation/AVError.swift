import FoundationApple

public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// On Apple platforms a bridged `NSError`; here a value that converts to one.
public struct AVError: CustomNSError, LocalizedError, Hashable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let unknown = Code(rawValue: -11800)
        public static let outOfMemory = Code(rawValue: -11801)
        public static let diskFull = Code(rawValue: -11807)
        public static let mediaServicesWereReset = Code(rawValue: -11819)
        public static let decodeFailed = Code(rawValue: -11821)
        public static let invalidSourceMedia = Code(rawValue: -11822)
        public static let fileAlreadyExists = Code(rawValue: -11823)
        public static let fileFormatNotRecognized = Code(rawValue: -11828)
        public static let fileFailedToParse = Code(rawValue: -11829)
        public static let decoderNotFound = Code(rawValue: -11833)
        public static let operationNotSupportedForAsset = Code(rawValue: -11838)
        public static let decoderTemporarilyUnavailable = Code(rawValue: -11839)
        public static let operationInterrupted = Code(rawValue: -11847)
        public static let incompatibleAsset = Code(rawValue: -11848)
        public static let failedToLoadMediaData = Code(rawValue: -11849)
        public static let serverIncorrectlyConfigured = Code(rawValue: -11850)
        public static let failedToParse = Code(rawValue: -11853)
        public static let undecodableMediaData = Code(rawValue: -11855)
        public static let contentIsUnavailable = Code(rawValue: -11863)
        public static let formatUnsupported = Code(rawValue: -11864)
        public static let noLongerPlayable = Code(rawValue: -11867)
        public static let operationCancelled = Code(rawValue: -11878)

        public static func ~= (match: Code, error: any Error) -> Bool {
            (error as? AVError)?.code == match
        }
    }

    public let code: Code
    private let underlying: Int?

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        underlying = (userInfo[NSUnderlyingErrorKey] as? NSError)?.code
    }

    @_spi(Double)
    public init(_ code: Code, underlyingStatus: Int?) {
        self.code = code
        underlying = underlyingStatus
    }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] {
        guard let underlying else { return [:] }
        return [NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: underlying)]
    }
    public var userInfo: [String: Any] { errorUserInfo }
    public var errorDescription: String? { "AVFoundation error \(code.rawValue)" }

    public static var unknown: Code { .unknown }
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    public static var decodeFailed: Code { .decodeFailed }
    public static var decoderNotFound: Code { .decoderNotFound }
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    public static var operationInterrupted: Code { .operationInterrupted }
}
