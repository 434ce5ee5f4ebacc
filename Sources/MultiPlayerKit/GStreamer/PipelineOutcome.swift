#if canImport(CGStreamer)
    import Synchronization

    /// What a pipeline that runs to its end has said: for whoever looks at it now and then. It may outlive the pipeline.
    package final class PipelineOutcome: Sendable {
        package let state = Mutex<(hasEnded: Bool, failure: GStreamerFailure?)>((false, nil))

        package init() {}

        /// The first failure counts: what follows comes from it.
        package func note(_ message: BusRoute.Message) {
            state.withLock { state in
                switch message {
                case .failed(let failure): state.failure = state.failure ?? failure
                case .missingPlugin:
                    state.failure =
                        state.failure
                        ?? GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder is installed")
                case .ended: state.hasEnded = true
                }
            }
        }
    }
#endif
