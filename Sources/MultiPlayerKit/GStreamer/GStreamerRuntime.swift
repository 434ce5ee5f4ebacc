#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Starts GStreamer once per process.
    package enum GStreamerRuntime {
        private static let started: Bool = {
            gst_init(nil, nil)
            mpk_register_dnxhr()
            return true
        }()

        /// The major and minor version of the loaded library.
        static var version: (Int, Int) {
            var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
            gst_version(&major, &minor, &micro, &nano)
            return (Int(major), Int(minor))
        }

        package static func start() {
            _ = started
        }
    }

    /// One reference to a `GstElement`, released with its last user.
    ///
    /// Sendable because elements do their own locking and the pointer never changes.
    package final class Element: @unchecked Sendable {
        package let pointer: UnsafeMutablePointer<GstElement>

        /// Takes over one reference.
        init(owning pointer: UnsafeMutablePointer<GstElement>) {
            self.pointer = pointer
        }

        /// Parses a launch line; throws what is wrong with it as text.
        package convenience init(launch description: String) throws(GStreamerFailure) {
            GStreamerRuntime.start()
            var error: UnsafeMutablePointer<GError>?
            guard let pipeline = mpk_pipeline_parse(description, &error) else {
                defer { error.map { g_error_free($0) } }
                throw GStreamerFailure(
                    domain: .other, code: 0, text: error.map { String(cString: $0.pointee.message) } ?? description)
            }
            if let error { g_error_free(error) }
            self.init(owning: pipeline)
        }

        deinit {
            mpk_unref(pointer)
        }

        /// A child by name.
        package func child(_ name: String) -> Element? {
            mpk_child(pointer, name).map(Element.init(owning:))
        }

        package func set(_ name: String, _ value: String) { mpk_set_string(pointer, name, value) }
        func set(_ name: String, _ value: Int) { mpk_set_int(pointer, name, Int32(clamping: value)) }
        package func set(_ name: String, _ value: Bool) { mpk_set_bool(pointer, name, value ? 1 : 0) }
        func set(_ name: String, _ value: Double) { mpk_set_double(pointer, name, value) }
        package func has(_ name: String) -> Bool { mpk_has_property(pointer, name) != 0 }

        /// Lets a pipeline run in processor time that nobody else wants, if its messages are routed.
        @inline(never) package func runIdle() { mpk_run_idle(pointer) }
        /// Seconds of processor time that such pipelines have taken. In this file, as C keeps the sum for each file.
        @inline(never) static func idleTime() -> Double { mpk_idle_time() }

        package func play() { gst_element_set_state(pointer, GST_STATE_PLAYING) }
        func pause() { gst_element_set_state(pointer, GST_STATE_PAUSED) }

        /// Stops the element and everything in it, and waits for its threads.
        package func stop() { gst_element_set_state(pointer, GST_STATE_NULL) }

        /// Calls a function for what passes a pad, in the thread in which it passes; `release` runs when the pad goes.
        func probe(
            _ pad: String, _ kinds: GstPadProbeType..., context: UnsafeMutableRawPointer? = nil,
            release: GDestroyNotify? = nil, call: @escaping GstPadProbeCallback
        ) {
            guard let pad = gst_element_get_static_pad(pointer, pad) else { return release?(context) ?? () }
            let kinds = GstPadProbeType(rawValue: kinds.reduce(0) { $0 | $1.rawValue })
            _ = mpk_add_probe(pad, kinds, call, context, release)
            mpk_unref(pad)
        }

        /// Calls a function for all bytes that leave the element: pushed, or pulled by a demuxer.
        func probeBytes(
            context: UnsafeMutableRawPointer, release: GDestroyNotify? = nil, call: @escaping GstPadProbeCallback
        ) {
            probe(
                "src", GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_PULL, GST_PAD_PROBE_TYPE_PUSH, context: context,
                release: release, call: call)
        }

        /// Lets a sink take any layout: a decoder that may not pass on pictures as it stores them copies each into a second
        /// set.
        package func acceptLayouts() {
            probe("sink", GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM) { _, info, _ in
                guard let info, mpk_probe_accept_layouts(info) != 0 else { return GST_PAD_PROBE_OK }
                return GST_PAD_PROBE_HANDLED
            }
        }

        /// A flushing seek to a stream time; false when the element refuses.
        package func seek(to time: Duration, until stop: Duration? = nil, rate: Double = 1, flags: GstSeekFlags) -> Bool
        {
            let all = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | flags.rawValue)
            return mpk_seek(pointer, rate, all, gint64(time.nanoseconds), gint64(stop?.nanoseconds ?? -1)) != 0
        }
    }

    /// A failure that GStreamer reported.
    package struct GStreamerFailure: Error, CustomStringConvertible {
        package enum Domain { case resource, stream, core, library, missingPlugin, other }

        var domain: Domain
        var code: Int
        package var text: String
        var debug = ""
        /// Name of the element that reported it.
        var origin = ""
        /// Whether that element is a sink: a device, a server or a file that does not accept its input.
        package var isOfSink = false

        package init(
            domain: Domain, code: Int, text: String, debug: String = "", origin: String = "", isOfSink: Bool = false
        ) {
            self.domain = domain
            self.code = code
            self.text = text
            self.debug = debug
            self.origin = origin
            self.isOfSink = isOfSink
        }

        package var description: String { debug.isEmpty ? text : "\(text) (\(debug))" }
    }

    /// Passes the messages of a pipeline to a closure, on the thread that posts them, until it is closed.
    package final class BusRoute: Sendable {
        package enum Message: Sendable {
            case failed(GStreamerFailure)
            case missingPlugin
            case ended
        }

        private let pipeline: Element

        package init(_ pipeline: Element, handle: @escaping @Sendable (Message) -> Void) {
            self.pipeline = pipeline
            mpk_watch_bus(
                pipeline.pointer,
                { message, context in
                    guard let message, let context else { return }
                    let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
                    if let said = BusRoute.read(message) { listener.handle(said) }
                }, Unmanaged.passRetained(Listener(handle: handle)).toOpaque(),
                { context in
                    if let context { Unmanaged<Listener>.fromOpaque(context).release() }
                })
        }

        deinit { close() }

        /// No message posted after this reaches the closure; a call that is already running still finishes on its
        /// thread.
        package func close() {
            mpk_unwatch_bus(pipeline.pointer)
        }

        /// Owned by the bus, which releases it after the last call: a pipeline's threads may post while others close
        /// the route.
        private final class Listener: Sendable {
            let handle: @Sendable (Message) -> Void

            init(handle: @escaping @Sendable (Message) -> Void) { self.handle = handle }
        }

        private static func origin(_ message: UnsafeMutablePointer<GstMessage>) -> String {
            guard let source = mpk_message_source(message), let name = gst_object_get_name(source) else { return "" }
            defer { g_free(name) }
            return String(cString: name)
        }

        /// The content of a message; `nil` if it is of no interest here.
        private static func read(_ message: UnsafeMutablePointer<GstMessage>) -> Message? {
            switch mpk_message_type(message) {
            case GST_MESSAGE_ERROR:
                var error: UnsafeMutablePointer<GError>?
                var debug: UnsafeMutablePointer<CChar>?
                mpk_message_error(message, &error, &debug)
                defer {
                    error.map { g_error_free($0) }
                    g_free(debug)
                }
                guard let error else { return nil }
                let domain: GStreamerFailure.Domain =
                    switch error.pointee.domain {
                    case gst_resource_error_quark(): .resource
                    case gst_stream_error_quark(): .stream
                    case gst_core_error_quark(): .core
                    case gst_library_error_quark(): .library
                    default: .other
                    }
                return .failed(
                    GStreamerFailure(
                        domain: domain, code: Int(error.pointee.code), text: String(cString: error.pointee.message),
                        debug: debug.map { MediaAddress.redacted(in: String(cString: $0)) } ?? "",
                        origin: origin(message),
                        isOfSink: mpk_is_from_sink(message) != 0))
            case GST_MESSAGE_EOS: return .ended
            case GST_MESSAGE_ELEMENT: return mpk_is_missing_plugin(message) != 0 ? .missingPlugin : nil
            default: return nil
            }
        }
    }
#endif
