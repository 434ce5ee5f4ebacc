#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit
    import Synchronization

    /// Answers what AVFoundation asks of one resource, from a cache.
    ///
    /// Several questions are open at once: the index at the file's end, the pictures at its beginning, those after a
    /// seek. Each is a task. Everything said to AVFoundation is said on one queue, on which it also takes questions back,
    /// so that none is answered after it was.
    final class ResourceFeeder: NSObject, AVAssetResourceLoaderDelegate, Sendable {
        /// AVFoundation asks a delegate only about schemes that it does not know itself.
        let address: URL
        let queue = DispatchQueue(label: "MultiPlayerKit.feeder", qos: .userInitiated)
        private let media: CachedMedia
        private let open = Mutex<[ObjectIdentifier: Task<Void, Never>]>([:])

        init(_ media: CachedMedia) {
            self.media = media
            address = Self.address(of: media.url)
            super.init()
        }

        /// Ends every task: questions that are open are answered with an error.
        func end() {
            for task in open.withLock({ Array($0.values) }) { task.cancel() }
        }

        // MARK: AVAssetResourceLoaderDelegate

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            open.withLock { open in
                open[ObjectIdentifier(loadingRequest)] = Task { await self.answer(loadingRequest) }
            }
            return true
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
        ) {
            open.withLock { $0[ObjectIdentifier(loadingRequest)] }?.cancel()
        }

        // MARK: Answering

        private func answer(_ request: AVAssetResourceLoadingRequest) async {
            do {
                // In this order: bytes mean nothing to AVFoundation before it knows of what.
                if let information = request.contentInformationRequest { try await fill(information, for: request) }
                if let data = request.dataRequest { try await send(data, for: request) }
                await tell(request) { request.finishLoading() }
            } catch {
                await tell(request) { request.finishLoading(with: error) }
            }
            open.withLock { $0[ObjectIdentifier(request)] = nil }
        }

        private func fill(
            _ information: AVAssetResourceLoadingContentInformationRequest, for request: AVAssetResourceLoadingRequest
        ) async throws {
            // The head of an answer would do, but then its bytes would be broken off on their way, and sent again.
            _ = try await media.read(0..<2)
            var facts = try await media.facts()
            if facts.length == nil {
                // Where the server does not say how long it is, only its end does.
                for try await _ in media.pieces(of: 0..<Int64.max) {}
                facts = try await media.facts()
            }
            if MediaTypeName.isPlaylist(facts.contentType) { throw PlaybackError.playlist(media.url) }
            let names = MediaTypeName.identifiers(of: facts.contentType, media.url)
            let allowed = information.allowedContentTypes ?? []
            // One that is not allowed must not be named: finishing the request would raise.
            guard let name = allowed.isEmpty ? names.first : names.first(where: allowed.contains) else {
                throw PlaybackError(
                    .notAVideo, subject: MediaAddress.redacted(media.url),
                    reason: "its server calls it \(facts.contentType ?? "nothing"), which does not play here",
                    cure: "check the address, and the content type that the server sends")
            }
            let length = facts.length ?? 0
            let isComplete = media.bytesPresent(in: 0..<length) == length
            await tell(request) {
                information.contentType = name
                information.contentLength = length
                // The cache has any range, if need be by reading up to it.
                information.isByteRangeAccessSupported = true
                information.isEntireLengthAvailableOnDemand = isComplete
            }
        }

        private func send(
            _ data: AVAssetResourceLoadingDataRequest, for request: AVAssetResourceLoadingRequest
        ) async throws {
            var place = data.requestedOffset
            // To the end of the resource the length asked for may be anything.
            let (asked, overflows) = place.addingReportingOverflow(Int64(data.requestedLength))
            let end = data.requestsAllDataToEndOfResource || overflows ? Int64.max : asked
            while place < end {
                // A piece is new memory each time, and nobody writes to it: AVFoundation may keep it for good.
                let bytes = try await media.read(place..<end)
                guard !bytes.isEmpty, await tell(request, { data.respond(with: bytes) }) else { return }
                place += Int64(bytes.count)
            }
        }

        /// Says something on the queue, unless the question was taken back or answered meanwhile.
        ///
        /// - Returns: Whether it was said.
        @discardableResult
        private func tell(
            _ request: AVAssetResourceLoadingRequest, _ words: @escaping @Sendable () -> Void
        ) async -> Bool {
            await withCheckedContinuation { done in
                queue.async {
                    let isOpen = !request.isCancelled && !request.isFinished
                    if isOpen { words() }
                    done.resume(returning: isOpen)
                }
            }
        }

        /// Of the real address only the kind of file is kept: AVFoundation writes addresses to logs, and two assets of
        /// one address may be of two versions.
        private static func address(of url: URL) -> URL {
            let text = "multiplayerkit-cache://media/\(UUID().uuidString).\(MediaTypeName.fileExtension(of: url))"
            return URL(string: text) ?? url
        }
    }
#endif
