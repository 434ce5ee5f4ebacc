// A label that is one letter too long; the same mistake as in MisspeltOutputLabel.swift.
// refused on ios tvos macos: required by protocol 'CAMetalDisplayLinkDelegate'
import QuartzCore

final class PlantedLinkDelegate: CAMetalDisplayLinkDelegate {
    func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdates update: CAMetalDisplayLink.Update) {}
}
