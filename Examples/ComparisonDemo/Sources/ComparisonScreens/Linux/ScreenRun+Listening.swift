#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitRenditions

    /// What sends happenings to the run.
    extension ScreenRun {
        /// Reads the group's events on a thread of their own, because a start has to be followed up within a tick.
        func listen(to events: AsyncStream<GroupEvent>) -> Task<Void, Never> {
            let (deliver, timer) = (deliver, StartTimer(self, deliver))
            return Task.detached {
                var hasStarted = false
                for await event in events {
                    let now = HostTime.now
                    if case .started(let host, let time) = event, !hasStarted {
                        hasStarted = true
                        timer.start(at: host, time: time)
                    }
                    deliver.yield(.group(event, at: now))
                }
            }
        }

        func listen(to events: AsyncStream<BudgetEvent>) -> Task<Void, Never> {
            let deliver = deliver
            return Task.detached {
                for await event in events { deliver.yield(.budget(event)) }
            }
        }

        /// Makes renditions for as long as the run lasts.
        func supplyRenditions() -> Task<Void, Never> {
            Task { [renditions, deliver, group = model.group] in
                await renditions?.supply(group) { deliver.yield(.rendition($0)) }
            }
        }

        func startPulse() -> Task<Void, Never> {
            // Often enough for a time line that seems to move smoothly; a status line needs less.
            let interval: Duration = window == nil ? .milliseconds(200) : .milliseconds(33)
            let deliver = deliver
            return Task.detached {
                while !Task.isCancelled {
                    try? await Task.sleep(for: interval)
                    deliver.yield(.pulse)
                }
            }
        }
    }
#endif
