// https://developer.apple.com/documentation/swiftui/sharelink and
// https://developer.apple.com/documentation/swiftui/view/fileimporter(ispresented:allowedcontenttypes:allowsmultipleselection:oncompletion:)
@_exported import CoreTransferable
import UniformTypeIdentifiers

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>: _PrimitiveView
where
    Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label: View,
    Data.Element: Transferable
{}

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
public struct DefaultShareLinkLabel: _PrimitiveView {}

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
    public nonisolated init(item: URL, subject: Text? = nil, message: Text? = nil) where Data == CollectionOfOne<URL> {}
}

@available(iOS 14.0, macOS 11.0, *)
@available(tvOS, unavailable)
extension View {
    public nonisolated func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View { self }
}
