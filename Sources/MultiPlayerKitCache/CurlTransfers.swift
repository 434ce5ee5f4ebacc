#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import FoundationNetworking
    import MultiPlayerKit
    import Synchronization

    /// Transfers that use libcurl, on a thread of their own.
    ///
    /// The open-source Foundation's `URLSession` uses libcurl as well, but crashes where a server closes the connection
    /// within its header, where a chunked body has trailers, and where a length is 2⁶³.
    final class CurlTransfers: Transfers {
        private enum Order {
            case start(URLRequest, FetchPlan.TransferID)
            case cancel(FetchPlan.TransferID)
            case perform(@Sendable () -> Void)
        }

        /// libcurl's multi handle. Sendable because other threads only wake it, under the lock of `state`; it is
        /// removed from there before it is cleaned up.
        private struct Driver: @unchecked Sendable {
            var handle: UnsafeMutableRawPointer
        }

        private struct State {
            var driver: Driver?
            var orders: [Order] = []
            var live: Set<FetchPlan.TransferID> = []
            weak var handler: (any TransferHandler)?
            var isInvalid = false

            func wake() {
                if let driver { curl_multi_wakeup(driver.handle) }
            }
        }

        private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        private let state = Mutex(State())

        func attach(_ handler: any TransferHandler) {
            state.withLock { $0.handler = handler }
        }

        func perform(_ body: @escaping @Sendable () -> Void) {
            give(.perform(body))
        }

        func start(_ request: URLRequest, as id: FetchPlan.TransferID) {
            give(.start(request, id))
        }

        func cancel(_ id: FetchPlan.TransferID) {
            give(.cancel(id))
        }

        /// Bodies that were passed to `perform` before this call still run.
        func invalidate() {
            state.withLock { state in
                state.isInvalid = true
                state.live = []
                state.wake()
            }
        }

        /// Queues an order, and wakes the thread or makes it.
        private func give(_ order: Order) {
            state.withLock { state in
                guard !state.isInvalid else { return }
                switch order {
                case .start(_, let id): state.live.insert(id)
                case .cancel(let id): guard state.live.remove(id) != nil else { return }
                case .perform: break
                }
                state.orders.append(order)
                if state.driver == nil {
                    guard Self.isReady, let handle = curl_multi_init() else { fatalError("libcurl has no memory") }
                    let driver = Driver(handle: handle)
                    state.driver = driver
                    let thread = Thread { self.run(driver) }
                    thread.name = "MultiPlayerKit.cache"
                    thread.start()
                }
                state.wake()
            }
        }

        // MARK: On the thread

        private func run(_ driver: Driver) {
            let transfers = driver.handle
            var requests: [FetchPlan.TransferID: CurlRequest] = [:]
            while true {
                let (orders, isInvalid) = state.withLock { state in
                    defer { state.orders = [] }
                    return (state.orders, state.isInvalid)
                }
                for order in orders { follow(order, transfers, &requests) }
                if isInvalid { break }
                var running: Int32 = 0
                curl_multi_perform(transfers, &running)
                var result = CURLE_OK
                while let context = mpk_transfer_ended(transfers, &result) {
                    let request = CurlRequest.at(context)
                    curl_multi_remove_handle(transfers, request.handle)
                    if request.goesOn(after: result) {
                        curl_multi_add_handle(transfers, request.handle)
                    } else {
                        forget(request.id)
                        requests[request.id] = nil
                    }
                }
                // Returns earlier when libcurl has something to do, and at once where it was woken since the last time.
                curl_multi_poll(transfers, nil, 0, 60_000, nil)
            }
            for request in requests.values { curl_multi_remove_handle(transfers, request.handle) }
            requests = [:]
            state.withLock { $0.driver = nil }
            curl_multi_cleanup(transfers)
        }

        private func follow(
            _ order: Order, _ transfers: UnsafeMutableRawPointer, _ requests: inout [FetchPlan.TransferID: CurlRequest]
        ) {
            switch order {
            case .perform(let body): body()
            case .start(let request, let id):
                guard handler(of: id) != nil else { return }
                let request = CurlRequest(request, as: id) { [unowned self] in handler(of: id) }
                requests[id] = request
                curl_multi_add_handle(transfers, request.handle)
            case .cancel(let id):
                if let request = requests.removeValue(forKey: id) {
                    curl_multi_remove_handle(transfers, request.handle)
                }
            }
        }

        /// Whom to notify of a request; `nil` once it is cancelled.
        private func handler(of id: FetchPlan.TransferID) -> (any TransferHandler)? {
            state.withLock { $0.live.contains(id) ? $0.handler : nil }
        }

        private func forget(_ id: FetchPlan.TransferID) {
            state.withLock { _ = $0.live.remove(id) }
        }
    }
#endif
