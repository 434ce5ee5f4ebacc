// As with the output's delegate: a label that is one letter too long.
// refused on ios tvos macos: required by protocol 'CAMetalDisplayLinkDelegate'
import QuartzCore

final class PlantedLinkDelegate: CAMetalDisplayLinkDelegate {
    func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdates update: CAMetalDisplayLink.Update) {}
}
