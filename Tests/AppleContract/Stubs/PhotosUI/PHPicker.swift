// https://developer.apple.com/documentation/photosui/phpickerfilter-swift.struct
@_exported import FoundationApple

@available(iOS 14.0, macOS 13.0, *)
@available(tvOS, unavailable)
public struct PHPickerFilter: Equatable, Hashable {
    public static var videos: PHPickerFilter { PHPickerFilter() }
}
