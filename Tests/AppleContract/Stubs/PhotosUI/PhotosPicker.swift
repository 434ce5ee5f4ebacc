// https://developer.apple.com/documentation/photosui/photospicker. In Apple's SDKs this part is an overlay that comes
// with an import of SwiftUI beside PhotosUI.
import CoreTransferable
import SwiftUI

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
public struct PhotosPickerSelectionBehavior: Equatable, Hashable, Sendable {
    public static let `default` = PhotosPickerSelectionBehavior()
}

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
public struct PhotosPickerItem: Equatable, Hashable, @unchecked Sendable {
    public struct EncodingDisambiguationPolicy: Equatable, Hashable, Sendable {
        private let name: String
        public static let automatic = EncodingDisambiguationPolicy(name: "automatic")
        public static let current = EncodingDisambiguationPolicy(name: "current")
    }

    public func loadTransferable<T>(type: T.Type) async throws -> T? where T: Transferable { nil }
}

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
@MainActor @preconcurrency
public struct PhotosPicker<Label>: View where Label: View {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }
}

@available(iOS 16.0, macOS 13.0, *)
@available(tvOS, unavailable)
extension PhotosPicker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {}
}
