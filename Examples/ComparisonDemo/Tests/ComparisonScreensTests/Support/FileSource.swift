#if os(Linux)
    import Foundation
    import Testing

    /// A window full of files on Wayland, as a file manager's, from which they are dragged. It is white.
    final class FileSource {
        private let process = Process()

        /// GTK's drags are those of the file managers that people use.
        private static let program = """
            import sys, gi
            gi.require_version("Gdk", "3.0")
            gi.require_version("Gtk", "3.0")
            from gi.repository import Gdk, Gtk

            style = Gtk.CssProvider()
            style.load_from_data(b"window { background: #ffffff; }")
            Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 600)
            window = Gtk.Window(title="Files", decorated=False, default_width=120, default_height=80)
            files = Gtk.EventBox()
            kinds = [Gtk.TargetEntry.new("text/uri-list", 0, 0)]
            files.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, kinds, Gdk.DragAction.COPY)
            files.connect("drag-data-get", lambda _, drag, data, kind, time: data.set_uris(sys.argv[1:]))
            window.add(files)
            window.show_all()
            Gtk.main()
            """

        init(_ files: [URL], on wayland: WaylandDisplay) throws {
            process.executableURL = URL(filePath: "/usr/bin/env")
            // The system's Python: another one may not know GTK.
            process.arguments =
                ["--default-signal=TERM", "/usr/bin/python3", "-c", Self.program] + files.map(\.absoluteString)
            process.environment = ProcessInfo.processInfo.environment
            for (name, value) in wayland.environment { process.environment?[name] = value }
            process.environment?["GDK_BACKEND"] = "wayland"
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        deinit {
            process.terminate()
            process.waitUntilExit()
        }
    }
#endif
