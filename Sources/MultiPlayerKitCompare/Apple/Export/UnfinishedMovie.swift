#if canImport(AVFoundation)
    import Foundation
    import MultiPlayerKit

    /// A file that takes another's place once it is complete.
    ///
    /// It is written in a folder that the system keeps for this on the same volume: a sandboxed app may write the file that
    /// someone has chosen, but none beside it. Whatever happens, nothing is left next to the destination.
    struct UnfinishedMovie: Sendable {
        /// Where to write; nothing is there yet.
        let url: URL
        private let goal: URL
        private let folder: URL

        /// - Throws: `PlaybackError` `outputFailed`.
        init(for target: URL) throws(PlaybackError) {
            // A symbolic link stays a link: its target is replaced.
            goal = target.resolvingSymlinksInPath()
            let files = FileManager.default
            var isFolder: ObjCBool = false
            let isThere = files.fileExists(atPath: goal.path, isDirectory: &isFolder)
            guard !isThere || !isFolder.boolValue else {
                throw PlaybackError.unwritten(target, "a folder has this name", cure: "choose another name")
            }
            let parent = goal.deletingLastPathComponent()
            guard files.fileExists(atPath: parent.path, isDirectory: &isFolder), isFolder.boolValue else {
                throw PlaybackError.unwritten(target, "there is no folder \(parent.path)")
            }
            do {
                folder = try files.url(
                    for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: goal, create: true)
            } catch {
                throw PlaybackError.unwritten(target, error.localizedDescription, underlying: error)
            }
            url = folder.appending(path: goal.lastPathComponent)
        }

        /// Puts the file in its place.
        func commit() throws {
            do { try PosixFile.rename(url.path, to: goal.path) } catch {
                // A network volume may have no such folder, and lends one of another volume.
                let files = FileManager.default
                if files.fileExists(atPath: goal.path) {
                    _ = try files.replaceItemAt(goal, withItemAt: url)
                } else {
                    try files.moveItem(at: url, to: goal)
                }
            }
            discard()
        }

        /// Removes what was written, unless it is in its place.
        func discard() { try? FileManager.default.removeItem(at: folder) }
    }
#endif
