#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Checks a source before a pipeline sees it, with better errors than a pipeline gives.
    package struct SourceCheck {
        let source: MediaSource

        package init(source: MediaSource) {
            self.source = source
        }

        package func run() throws(PlaybackError) {
            let url = source.url
            guard url.isFileURL else {
                guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host != nil else {
                    throw refuse(
                        .sourceUnreachable, "is neither a file nor an http or https address",
                        "give a path, file:// or http(s):// address")
                }
                return
            }
            var info = stat()
            guard stat(url.path, &info) == 0 else {
                switch errno {
                case EACCES:
                    throw refuse(
                        .sourceUnreadable, "permission denied on the way to it", "give this user the right to read it")
                case ENAMETOOLONG:
                    throw refuse(.sourceNotFound, "the name is too long", "check the path")
                default:
                    throw refuse(.sourceNotFound, "no such file", "check the path; it is \(url.path)")
                }
            }
            switch info.st_mode & S_IFMT {
            case S_IFDIR:
                throw refuse(.sourceUnreadable, "is a directory", "name a video file inside it")
            case S_IFREG, S_IFLNK:
                break
            default:
                throw refuse(.sourceUnreadable, "is no ordinary file", "copy the video into a file")
            }
            guard access(url.path, R_OK) == 0 else {
                throw refuse(.sourceUnreadable, "permission denied", "give this user the right to read it (chmod u+r)")
            }
            guard info.st_size > 0 else {
                throw refuse(.sourceEmpty, "the file is empty", "copy or download it again")
            }
        }

        private func refuse(_ code: PlaybackError.Code, _ reason: String, _ cure: String) -> PlaybackError {
            PlaybackError(code, subject: source.name, reason: reason, cure: cure)
        }
    }

    /// Translates GStreamer's failures into the kit's errors.
    struct ErrorTranslation {
        let source: MediaSource

        func translate(_ failure: GStreamerFailure) -> PlaybackError {
            switch failure.domain {
            case .missingPlugin:
                return make(
                    .codecUnknown, "no decoder for its codec is installed",
                    "install gstreamer1.0-libav, or convert it to H.264", failure)
            case .resource where !source.url.isFileURL:
                return make(
                    .sourceUnreachable, "the server does not deliver it: \(plain(failure.text))",
                    "check the address and the network", failure)
            case .stream where !source.url.isFileURL && failure.origin == "source":
                return make(
                    .sourceUnreachable, "the server cannot be reached", "check the address, the network and the server",
                    failure)
            case .resource:
                return make(
                    .sourceUnreadable, "reading failed: \(plain(failure.text))", "check that the file is still there",
                    failure)
            case .stream where failure.code == Int(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue):
                return make(
                    .codecUnknown, "no decoder for its codec is installed",
                    "install gstreamer1.0-libav, or convert it to H.264", failure)
            case .stream where failure.code == Int(GST_STREAM_ERROR_DECODE.rawValue):
                return make(
                    .decodingFailed, "it cannot be decoded: \(plain(failure.text))", "convert or copy it again", failure
                )
            case .stream, .core, .library, .other:
                return make(
                    .notAVideo, "is not a video that can be read (\(plain(failure.text)))",
                    "check that it is complete and a video file", failure)
            }
        }

        func noPackets(_ failure: GStreamerFailure?, hasOtherStreams: Bool) -> PlaybackError {
            if hasOtherStreams {
                return make(.noVideoTrack, "has no video track", "choose a file with pictures", failure)
            }
            if let failure { return translate(failure) }
            return make(.notAVideo, "holds no frame", "check that it is complete and a video file", nil)
        }

        var leadsAway: PlaybackError {
            make(
                .remoteNotAllowed, "is a playlist that leads to other addresses, and no local file may lead there",
                "name the video itself, or allow it (allowsRemote)", nil)
        }

        func tooSlow(_ patience: Duration) -> PlaybackError {
            make(
                .sourceUnreachable, "nothing arrived within \(Int(patience.seconds)) s",
                "check that the server or disk answers", nil)
        }

        /// Packets came all the time, but none of a frame that is shown.
        func nothingShown(_ patience: Duration) -> PlaybackError {
            make(
                .prerollTimedOut, "no frame to show was found within \(Int(patience.seconds)) s",
                "check that nothing else keeps the disk or server busy, or export it again", nil)
        }

        /// The parser was not done with the first picture.
        func pictureLate(_ patience: Duration) -> PlaybackError {
            make(
                .prerollTimedOut, "its first picture could not be examined within \(Int(patience.seconds)) s",
                "open it again when the machine is less busy", nil)
        }

        func make(
            _ code: PlaybackError.Code, _ reason: String, _ cure: String, _ underlying: GStreamerFailure?
        ) -> PlaybackError {
            PlaybackError(code, subject: source.name, reason: reason, cure: cure, underlying: underlying)
        }

        private func plain(_ text: String) -> String {
            text.trimmingCharacters(in: CharacterSet(charactersIn: ". \n"))
        }
    }
#endif
