// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coretransferable. Nothing is moved.
import FoundationApple
import UniformTypeIdentifiers

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
    associatedtype Body: TransferRepresentation
    @TransferRepresentationBuilder<Item> var body: Body { get }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
@resultBuilder
public struct TransferRepresentationBuilder<Item> where Item: Transferable {
    public static func buildExpression<R>(_ content: R) -> R where Item == R.Item, R: TransferRepresentation { content }
    public static func buildBlock<Content>(_ content: Content) -> Content
    where Item == Content.Item, Content: TransferRepresentation { content }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct ReceivedTransferredFile: Sendable {
    public let file: URL
    public let isOriginalFile: Bool
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct FileRepresentation<Item>: TransferRepresentation where Item: Transferable {
    public typealias Body = Never
    // A `return` keeps the builder out.
    public var body: Never { return fatalError("no body") }

    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {}
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
extension Never: Transferable {
    public typealias Representation = Never
    public static var transferRepresentation: Never { fatalError("no representation") }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
extension Never: TransferRepresentation {
    public typealias Item = Never
    public var body: Never { fatalError("no body") }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
extension URL: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        FileRepresentation<URL>(importedContentType: .movie) { $0.file }
    }
}
