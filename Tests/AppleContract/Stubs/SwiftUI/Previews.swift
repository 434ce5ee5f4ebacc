// https://developer.apple.com/documentation/swiftui/previewprovider

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    public nonisolated func previewDisplayName(_ value: String?) -> some View { self }
}
