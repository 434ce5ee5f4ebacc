/// The texts the demo prints about itself.
public enum DemoText {
    /// The one place that holds the version.
    static let versionNumber = "0.1.0"

    public static let version = "ComparisonDemo \(versionNumber)"

    /// For `--help`: at most 80 columns wide.
    public static let help = """
        Plays several videos in step over a looping background.

        Usage:
          ComparisonDemo [compare] [OPTION ...] [FILE_OR_URL ...]
          ComparisonDemo --help | --version

        Give two or more files or URLs; with none the demo plays its own clips.
        --option value and --option=value are the same; after -- all are files.
        Times are seconds, whole or decimal: 2, -1.5, 0.04.

        Picture:
          --background FILE_OR_URL  loops behind everything
          --layout NAME             side-by-side (default), stacked, grid, wipe,
                                    difference, focus
          --size WxH                stage in pixels, even, 16 to 7680
                                    (default 1280x720)
          --fps N                   ticks a second of the stage, 1 to 240: 60
                                    (default), 59.94 or 60000/1001

        Time:
          --offset S[,S...]         seconds into each file at group time 0, in
                                    member order (negative: starts later)
          --speed X[,X...]          per-member speed, 0.0625 to 16
          --rate X                  rate of the group, 0.25 to 4 (default 1)
          --loop                    the group loops, as long as its longest
                                    member (default: play once, hold last frames)
          --range A-B               seconds of group time to play or loop
          --at "T:ACTION[;...]"     scripted transport, T seconds after the start:
                                    pause, play, seek=S, step=N, rate=X,
                                    nudge=MEMBER:N
          --duration S              stop after S seconds of real time

        Sound:
          --audible N               the member that is heard, from 1 (default none)

        Output:
          --window | --headless     default: a window if there is a display
          --record FILE.mkv|.mp4    the presented ticks, one video frame per tick,
                                    near lossless
          --snapshot FILE.png       the last presented tick
          --report FILE.json        what was measured

        Keys, in the window and in the terminal:
          space                     pause and play
          left, right               a frame back or on; with shift a second
          1-9                       select a member
          , .                       nudge the selected member by a frame
          a                         its sound on or off
          [ ]                       slower, faster
          l                         loop on or off
          w d s g                   wipe, difference, side by side, grid
          p                         save a PNG
          f                         full screen
          q, escape                 quit
        The mouse drags the wipe, and scrubs on the time line.

        Exit codes:
          0    done
          1    a member failed while playing
          2    bad arguments or unplayable input
          130  stopped by ctrl-C; recording and report are complete

        Examples:
          ComparisonDemo
          ComparisonDemo left.mp4 right.mp4
          ComparisonDemo compare left.mp4 right.mp4 --layout wipe --loop
          ComparisonDemo a.mp4 b.mp4 --offset 0,1.25 --range 2-5.5 --rate 0.5
          ComparisonDemo a.mp4 b.mp4 --at "2:pause;3:step=1;4:nudge=2:-1;5:play"
          ComparisonDemo --headless --duration 10 --record out.mkv --report out.json
        """
}
