#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit
    import Synchronization

    /// Answers AVFoundation's requests for one resource from a cache.
    ///
    /// Several requests are open at once: for the index at the file's end, the frames at its beginning, those after a
    /// seek. Each is a task. Every reply to AVFoundation is made on one queue, on which it also cancels requests, so
    /// that none is answered after it was cancelled.
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
                // In this order: bytes mean nothing to AVFoundation before it knows what they are.
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
            // The head of a response would do, but then its body would be cancelled on its way, and sent again.
            _ = try await media.read(0..<2)
            var facts = try await media.facts()
            if facts.length == nil {
                // Where the server does not state the length, only the end reveals it.
                for try await _ in media.pieces(of: 0..<Int64.max) {}
                facts = try await media.facts()
            }
            if MediaTypeName.isPlaylist(facts.contentType) { throw PlaybackError.playlist(media.url) }
            let names = MediaTypeName.identifiers(of: facts.contentType, media.url)
            let allowed = information.allowedContentTypes ?? []
            // A type that is not allowed must not be set: finishing the request would raise.
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
                // The cache can serve any range, if need be by reading up to it.
                information.isByteRangeAccessSupported = true
                information.isEntireLengthAvailableOnDemand = isComplete
            }
        }

        private func send(
            _ data: AVAssetResourceLoadingDataRequest, for request: AVAssetResourceLoadingRequest
        ) async throws {
            var place = data.requestedOffset
            // For a request to the end of the resource, the requested length may be anything.
            let (asked, overflows) = place.addingReportingOverflow(Int64(data.requestedLength))
            let end = data.requestsAllDataToEndOfResource || overflows ? Int64.max : asked
            while place < end {
                // Each piece is new memory that nobody writes to: AVFoundation may keep it for good.
                let bytes = try await media.read(place..<end)
                guard !bytes.isEmpty, await tell(request, { data.respond(with: bytes) }) else { return }
                place += Int64(bytes.count)
            }
        }

        /// Runs `words` on the queue, unless the request was cancelled or answered meanwhile.
        ///
        /// - Returns: Whether it ran.
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

        /// Keeps only the file extension of the real address: AVFoundation writes addresses to logs, and two assets of
        /// one address may be of two versions.
        private static func address(of url: URL) -> URL {
            let text = "multiplayerkit-cache://media/\(UUID().uuidString).\(MediaTypeName.fileExtension(of: url))"
            return URL(string: text) ?? url
        }
    }
#endif
