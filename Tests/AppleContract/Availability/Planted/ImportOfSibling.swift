// The core compiles without those that build on it.
// refused on ios tvos macos: no such module 'MultiPlayerKitFeed'
import MultiPlayerKitFeed
