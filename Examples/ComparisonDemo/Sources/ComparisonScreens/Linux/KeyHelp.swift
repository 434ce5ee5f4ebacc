#if os(Linux)
    import MultiPlayerKitScreen

    /// What the keys do, as the window shows it at `?`. `--help` tells the same at more length.
    enum KeyHelp {
        /// - Parameter isGrid: whether what a grid has not is left out.
        static func notice(isGrid: Bool) -> StageNotice {
            let shared = [
                ("space", "pause, play"), ("j k l", "backwards, pause, forwards; again: faster"),
                ("← →", "a frame back, on; with shift a second"), ("↓ ↑", "ten frames back, on"),
                ("0–9", isGrid ? "focus a tile" : "select a video"), (", .", "nudge the selected video by a frame"),
                ("a", "its sound"), ("[ ]", "slower, faster"),
            ]
            let comparison = [
                ("e", "save the session"), ("m", "a marker here, or none"), ("page ↑ ↓", "to the marker before, after"),
                ("r", "loop; there and back; none"), ("w d s g", "wipe, difference, side by side, grid"),
                ("h n", "the difference in another way, of the next two"),
                ("* /", "differences twice, half as large"),
                ("tab c", "one video in the place of all; the next while held"),
            ]
            let rest = [
                ("t", "captions"), ("+ − z", "closer, less close, pixel for pixel"),
                ("x v", "pixels as squares; a loupe with their values"),
                ("o", "who decodes how much"),
                ("p i", "save the picture, one of each video"),
                ("f", "full screen"), ("?", "this list"), ("q esc", "quit"),
                ("wheel, drag", isGrid ? "closer; move" : "closer; move, tiles too; the wipe, the time line"),
                (
                    "drop",
                    isGrid ? "takes a tile's place or joins" : "takes a picture's place or joins; a session opens"
                ),
            ]
            return notice(shared + (isGrid ? [] : comparison) + rest)
        }

        static var feed: StageNotice {
            notice([
                ("↑ ↓, wheel", "scroll"), ("page ↑ ↓", "by a screen"), ("home end", "to the start, the end"),
                ("click", "play or pause a cell"), ("space", "pause or play all"), ("a", "sound"),
                ("p", "save a picture"),
                ("f", "full screen"), ("?", "this list"), ("q esc", "quit"),
            ])
        }

        private static func notice(_ lines: [(String, String)]) -> StageNotice {
            StageNotice(title: "Keys", lines: lines.map { StageNotice.Line($0, $1) })
        }
    }
#endif
