// The core compiles without the modules that build on it.
// refused on ios tvos macos: no such module 'MultiPlayerKitFeed'
import MultiPlayerKitFeed
