// Sources: developer.apple.com/documentation/avfoundation/avassetresourceloader, and AVAssetResourceLoader.h for the
// calls that raise. The double makes its requests in Double/LoaderDouble.swift.
import FoundationApple

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private weak var holder: (any AVAssetResourceLoaderDelegate)?
    private var queue: DispatchQueue?

    override init() {
        super.init()
    }

    /// Holds the delegate weakly.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        lock.withLock { (holder, queue) = (delegate, delegateQueue) }
    }

    open var delegate: (any AVAssetResourceLoaderDelegate)? { lock.withLock { holder } }
    open var delegateQueue: DispatchQueue? { lock.withLock { queue } }
}

/// Both methods are optional on Apple platforms. They are required here so that a misspelt label fails to compile.
@available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol, Sendable {
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

@available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    let double: LoaderQuestion

    init(_ double: LoaderQuestion) {
        self.double = double
        information = double.wantsInformation ? AVAssetResourceLoadingContentInformationRequest(double) : nil
        data = double.range == nil ? nil : AVAssetResourceLoadingDataRequest(double)
        super.init()
    }

    private let information: AVAssetResourceLoadingContentInformationRequest?
    private let data: AVAssetResourceLoadingDataRequest?

    open var request: URLRequest { URLRequest(url: double.url) }
    open var isFinished: Bool { double.isFinished }
    open var isCancelled: Bool { double.isCancelled }
    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open var contentInformationRequest: AVAssetResourceLoadingContentInformationRequest? { information }
    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open var dataRequest: AVAssetResourceLoadingDataRequest? { data }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open func finishLoading() { double.finish(nil) }
    open func finishLoading(with error: (any Error)?) { double.finish(error ?? AVError(.unknown)) }
}

@available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    private let double: LoaderQuestion

    init(_ double: LoaderQuestion) {
        self.double = double
        super.init()
    }

    /// A uniform type identifier.
    open var contentType: String? {
        get { double.read(\.type) }
        set { double.write { $0.type = newValue } }
    }
    open var contentLength: Int64 {
        get { double.read(\.length) }
        set { double.write { $0.length = newValue } }
    }
    open var isByteRangeAccessSupported: Bool {
        get { double.read(\.hasRanges) }
        set { double.write { $0.hasRanges = newValue } }
    }
    @available(iOS 11.2, macCatalyst 13.1, macOS 10.13.2, tvOS 11.2, visionOS 1.0, *)
    open var allowedContentTypes: [String]? { double.allowedTypes }
    @available(iOS 16.0, macCatalyst 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, *)
    open var isEntireLengthAvailableOnDemand: Bool {
        get { double.read(\.isOnDemand) }
        set { double.write { $0.isOnDemand = newValue } }
    }
}

@available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    private let double: LoaderQuestion

    init(_ double: LoaderQuestion) {
        self.double = double
        super.init()
    }

    open var requestedOffset: Int64 { double.range?.offset ?? 0 }
    open var requestedLength: Int { double.range?.length ?? 0 }
    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    open var requestsAllDataToEndOfResource: Bool { double.range?.toEnd ?? false }
    open var currentOffset: Int64 { requestedOffset + Int64(double.read(\.bytes.count)) }
    open func respond(with data: Data) { double.respond(data) }
}
