#if canImport(AVFoundation) && canImport(SwiftUI)
    import Foundation
    import MultiPlayerKit
    import SwiftUI

    /// Texts of the kit's views. They are translated by the kit's own strings files (`Resources`), because an app's own do
    /// not know them.
    extension Text {
        package nonisolated init(kit key: LocalizedStringKey) {
            self.init(key, bundle: .module)
        }
    }

    extension Label where Title == Text, Icon == Image {
        nonisolated init(kit key: LocalizedStringKey, systemImage name: String) {
            self.init {
                Text(kit: key)
            } icon: {
                Image(systemName: name)
            }
        }
    }
#endif
