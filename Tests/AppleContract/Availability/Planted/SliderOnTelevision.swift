// A control that tvOS lacks, in code that all platforms share.
// refused on tvos: is unavailable in tvOS
// accepted on ios macos
import SwiftUI

struct PlantedSlider: View {
    @State private var value = 0.5

    var body: some View {
        Slider(value: $value)
    }
}
