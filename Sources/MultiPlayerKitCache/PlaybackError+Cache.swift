import Foundation
import MultiPlayerKit

extension PlaybackError.Code {
    /// The source changed on its server while it was read.
    public static let sourceChanged = PlaybackError.Code(.source, "sourceChanged")
    /// The cache cannot serve the source: it is no http or https address, or an HLS playlist.
    public static let notCacheable = PlaybackError.Code(.cache, "notCacheable")
    /// The cache's folder cannot be used, or its disk is full.
    public static let storageUnusable = PlaybackError.Code(.cache, "storageUnusable")
}

extension PlaybackError {
    static func notCacheable(_ url: URL) -> PlaybackError {
        PlaybackError(
            .notCacheable, subject: MediaAddress.redacted(url), reason: "the cache reads http and https only",
            cure: "play other addresses without it")
    }

    static func storage(_ error: PosixError, at directory: URL) -> PlaybackError {
        PlaybackError(
            .storageUnusable, subject: directory.path, reason: "nothing can be kept: \(error)",
            cure: error.refusal?.cure
                ?? (error.isFull
                    ? "make room on the disk; videos play from the network meanwhile"
                    : "give the cache a folder of its own that can be written; videos play from the network meanwhile"),
            underlying: error)
    }

    static func fetching(_ url: URL, _ failure: FetchFailure) -> PlaybackError {
        let (code, reason, cure) = explain(failure)
        return PlaybackError(code, subject: MediaAddress.redacted(url), reason: reason, cure: cure)
    }

    private static func explain(_ failure: FetchFailure) -> (Code, reason: String, cure: String) {
        switch failure {
        case .silent: (.sourceUnreachable, "the server sends nothing", "try again when the network is better")
        case .unreachable(let reason): (.sourceUnreachable, reason, "check the network and the address")
        case .short:
            (.sourceUnreachable, "the server sends less than it announces", "check the file on the server")
        case .busy: (.sourceUnreachable, "the server is busy and asks to come back later", "try again later")
        case .changed: (.sourceChanged, "it changed on its server while it was read", "load it again")
        case .redirected:
            (
                .sourceUnreachable, "the server redirects in circles or to where the cache does not follow",
                "check the address"
            )
        case .tooLong:
            (.sourceUnreachable, "it is longer than is allowed", "raise longestResource, or do without the cache")
        case .noRoom:
            (
                .storageUnusable, "neither the cache's folder nor memory has room for all of it",
                "make room on the disk or raise byteLimit, or fetch less ahead; it plays from the network meanwhile"
            )
        case .refused(.status(let status)) where status == 404 || status == 410:
            (.sourceNotFound, "the server has no such file (\(status))", "check the address")
        case .refused(.status(let status)) where status == 401 || status == 403:
            (
                .sourceUnreachable, "the server denies access (\(status))",
                "add what it asks for in Configuration.prepare"
            )
        case .refused(.status(let status)):
            (.sourceUnreachable, "the server answers with status \(status)", "check the address and the server")
        case .refused(.tooLong(let length)):
            (
                .sourceUnreachable, "it is longer than is allowed (\(length) bytes)",
                "raise longestResource, or do without the cache"
            )
        case .refused(.encoded):
            (
                .sourceUnreachable, "the server compresses it although it was asked not to",
                "let the server send videos as they are"
            )
        case .refused(.nonsense), .refused(.redirect):
            (.sourceUnreachable, "the server's answer makes no sense", "check the address and the server")
        }
    }
}
