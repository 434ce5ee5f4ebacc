// A name that SwiftUI has too: the kit compiles, but every user who imports both has to qualify it.
// accepted on ios tvos macos
// refused for a client on ios tvos macos: 'Layout' is ambiguous
public struct Layout {}
