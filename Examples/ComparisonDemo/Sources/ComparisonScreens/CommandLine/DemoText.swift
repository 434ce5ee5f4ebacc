/// The texts the demo prints about itself.
public enum DemoText {
    /// The one place that holds the version.
    static let versionNumber = "0.1.0"

    public static let version = "ComparisonDemo \(versionNumber)"

    /// For `--help`: at most 80 columns wide.
    public static let help = """
        Plays several videos in step, side by side over a looping background or as a
        grid of tiles; a scrolling feed in which the right cells play; or a kiosk that
        loops for weeks by itself. Measures how far two videos are apart, finds how
        takes of one event lie to each other, and writes what is shown to a file.

        Usage:
          ComparisonDemo [compare] [OPTION ...] [FILE_OR_URL ...]
          ComparisonDemo grid [OPTION ...] [FILE_OR_URL ...]
          ComparisonDemo feed [OPTION ...] [FILE_OR_URL ...]
          ComparisonDemo measure [OPTION ...] REFERENCE OTHER
          ComparisonDemo align [OPTION ...] REFERENCE OTHER ...
          ComparisonDemo export --to FILE [OPTION ...] [FILE_OR_URL ...]
          ComparisonDemo kiosk CONFIG.json [OPTION ...]
          ComparisonDemo status SOCKET
          ComparisonDemo --help | --version

        Give two or more files or URLs; with none the demo plays its own clips.
        A grid repeats them as needed: tile n starts (n-1) x 0.4 s into its file,
        each tile loops by itself, and it plays until it is stopped.
        A feed repeats them too; each cell shows its first frame until it plays.
        --option value and --option=value are the same; after -- all are files.
        Times are seconds, whole or decimal: 2, -1.5, 0.04.

        Grid (only there, and in their place no --layout, --offset, --speed, --loop,
        --range):
          --tiles N                 number of tiles, 1 to 100 (default 9)
          --focus K                 the tile that goes last when not all can be
                                    decoded, from 1 (default 1)
          --renditions DIR          make small renditions of large videos while it
                                    plays, and keep them there (Linux)

        Feed (only there, beside --size, --fps, --budget, --duration and Output):
          --cells N                 number of cells (default 200)
          --columns C               cells in a row, 1 to 20 (default 3)
          --cell WxH                size of a cell (default: what C columns leave,
                                    16:9)
          --policy NAME             who plays at rest: first-visible, most-visible
                                    (default) or all-visible
          --at-once K               with all-visible: up to K, 1 to 32 (default 4)
          --scroll "T:Y[;T:Y...]"   scrolls by itself: at T seconds Y pixels down,
                                    linear between; ends a run without a window
          --prefetch N              cells ahead whose first bytes are fetched, 0 to
                                    50 (default 2)
          --cache DIR               where fetched bytes are kept: a new folder, an
                                    empty one or an earlier cache, no other
                                    (default: a folder among the user's caches)
          --cache-limit BYTES       the most it takes there (default 1 GiB)
          --audible                 the cell that plays is heard
        Wheel, up, down, page up, page down, home and end scroll it; a click plays
        or pauses a cell; space does that for all, a is the sound, p, f, ? and q as
        below.

        Measure (beside --allow-remote, --offset, --speed, --range): says how far the
        other is from the reference, PSNR and SSIM of each pair of frames that are due
        together, as fast as both can be decoded; both have one size and pixel format:
          --report FILE.json        all figures, and the ten worst places
          --csv FILE.csv            a line for each pair
          --graph FILE.png          both measures over time, the worst numbered
          --keep FILE.json          a session of both, the worst places its markers

        Align (beside --allow-remote): says when each of the others began, by its sound
        or else by what moves in it, or that this cannot be said for sure:
          --keep FILE.json          a session in which they are in step

        Export (beside --offset, --speed, --rate, --range, --audible, --fps, which is 30
        here, and Picture): writes what is shown as H.264, as fast as it can be decoded:
          --to FILE.mp4|.mov        the file, in its place when it is complete; .webp: a
                                    picture that moves, for a web page, without sound
          --mix                     all members are heard, not the audible one alone

        Kiosk: shows what CONFIG.json says, beside which it takes --headless,
        --duration, and of its first screen --record, --snapshot, --report:
          --check                   only look the configuration through, and whether
                                    its files are there
        Where it is in its loops follows from the clock, so it comes back where it
        belongs. status asks the socket of a running one how it is. In a window q and
        escape quit, f is full screen. kiosk.json beside the program is an example.

        Decoding:
          --budget auto             learn how much the machine can carry (default)
          --budget off              decode everything, even if it comes late
          --budget P[,M]            at most P decoders, 1 to 1000, and M macroblocks
                                    a second
          --overlay                 show who decodes how much from the start (o)

        Picture:
          --allow-remote            let local files lead to other addresses, as
                                    playlists do
          --session FILE.json       what is compared and how, as e has kept it; it says
                                    all that follows but --size and --fps
          --background FILE_OR_URL  loops behind everything
          --layout NAME             side-by-side (default), stacked, grid, wipe,
                                    difference, focus, single
          --difference NAME         absolute (default), luma, signed, heat, threshold
          --gain X                  makes differences X times as large, 1 to 64
          --captions ITEM[,...]     what each tile tells: name, time, frame, size,
                                    rate, type (I, P or B) (default nothing)
          --names "A[;B...]"        what captions call the members
          --size WxH                stage in pixels, even, 16 to 7680
                                    (default 1280x720)
          --fps N                   ticks a second of the stage, 1 to 240: 60
                                    (default), 59.94 or 60000/1001

        Time:
          --offset S[,S...]         seconds into each file at group time 0, in
                                    member order (negative: starts later)
          --speed X[,X...]          per-member speed, 0.0625 to 16
          --rate X                  rate of the group, 0.25 to 4, or -4 to -0.25 to
                                    play backwards (default 1)
          --loop                    the group loops, as long as its longest
                                    member (default: play once, hold last frames)
          --range A-B               seconds of group time to play or loop
          --at "T:ACTION[;...]"     scripted transport, T seconds after the start:
                                    pause, play, seek=S, step=N, rate=X,
                                    nudge=MEMBER:N, and in a grid focus=TILE
          --duration S              stop after S seconds of real time

        Sound:
          --audible N               the member that is heard, from 1 (default none)

        Output:
          --window | --headless     default: a window if there is a display
          --record FILE.mkv|.mp4    the presented ticks, one video frame per tick,
                                    near lossless; goes on in FILE-2 and so on when
                                    its disk was full for a while
          --snapshot FILE.png       the last presented tick
          --report FILE.json        what was measured
        An output takes its file's place when it is complete; a run that shows nothing
        leaves what was there. An output that is also an input is refused.

        Keys, in the window and in the terminal:
          space                     pause and play
          left, right               a frame back or on; with shift a second
          down, up                  ten frames back or on
          j k l                     backwards, pause, forwards; j or l again: twice
                                    as fast
          0-9                       select a member, in a grid focus a tile; digits
                                    within a second are one number
          m                         set a marker here, or take it away
          page up, page down        to the marker before, after
          , .                       nudge the selected member by a frame
          a                         its sound on or off
          [ ]                       slower, faster
          r                         loop; again: there and back; again: none
          w d s g                   wipe, difference, side by side, grid
          h n                       the difference drawn in the next way, of the next
                                    two members
          * /                       differences twice as large, half as large
          t                         captions
          tab                       one video in the place of all; again: the next
          c                         then, while it is held: the next (in a terminal
                                    as tab)
          + - z                     closer, less close; pixel for pixel or whole
          x                         magnified pixels as squares or smooth
          v                         a loupe: the spot under the mouse in all videos,
                                    with the values of its pixel
          o                         who decodes how much
          p i e                     save a PNG, one of each video in its own size, the
                                    session
          f ?                       full screen; what the keys do, in the window
          q, escape                 quit
        The mouse drags the wipe, and scrubs on the time line; its wheel zooms all
        videos about the pointer, and a drag then moves them; while they are whole it
        moves a tile to the place of another. In a grid a click focuses a tile. A grid
        has no m, page up, page down, r, w, d, s, g, h, n, tab, e. A video dropped on a
        picture takes its place; beside it, or with others, it joins; a session file
        (.json) begins anew. The window comes back where it was, for a stage of the same
        size ($XDG_STATE_HOME).

        Signs of --overlay and o, beside each tile's number and in the line on top:
          5 green bars              full: every frame
          4 blue bars               reduced resolution: a smaller rendition
          3 yellow bars             reduced frame rate: some frames are left out
          2 orange bars             key frames only
          1 red bar                 still: the last frame stays
          none                      poster: nothing has been decoded
        The bar above that line is what is in use of what the machine can carry.
        A tile that does not show the others' instant says behind or failed there,
        and has an amber line along its lower edge.

        Exit codes:
          0    done
          1    a member failed while playing, or an output lacks something
          2    bad arguments or unplayable input
          78   a kiosk's configuration is wrong: do not start it again
          130  stopped by ctrl-C; recording and report are complete

        Examples:
          ComparisonDemo
          ComparisonDemo left.mp4 right.mp4
          ComparisonDemo compare left.mp4 right.mp4 --layout wipe --loop
          ComparisonDemo a.mp4 b.mp4 --layout difference --difference heat --gain 8
          ComparisonDemo a.mp4 b.mp4 --offset 0,1.25 --range 2-5.5 --rate 0.5
          ComparisonDemo a.mp4 b.mp4 --at "2:pause;3:step=1;4:nudge=2:-1;5:play"
          ComparisonDemo grid a.mp4 b.mp4 --tiles 48 --focus 7 --overlay
          ComparisonDemo feed a.mp4 b.mp4 --columns 2 --policy all-visible
          ComparisonDemo measure original.mp4 copy.mp4 --graph measures.png
          ComparisonDemo align left.mp4 right.mp4 --keep take-2.json
          ComparisonDemo export a.mp4 b.mp4 --to both.mp4 --captions name,time
          ComparisonDemo kiosk kiosk.json --check
          ComparisonDemo --headless --duration 10 --record out.mkv --report out.json
        """
}
