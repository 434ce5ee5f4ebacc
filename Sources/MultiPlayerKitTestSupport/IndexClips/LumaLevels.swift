/// The levels that a clip is drawn with, as 8-bit luma. 10-bit samples get four times as much.
struct LumaLevels {
    /// A black cell.
    let dark: UInt8
    /// A white cell.
    let bright: UInt8
    /// The quiet border of the cells.
    let grey: UInt8
    /// The gradient in the background: its middle, and how far it goes up and down.
    let ground: (middle: Double, swing: Double)

    init(_ transfer: IndexClip.Colour.Transfer) {
        switch transfer {
        case .sdr:
            (dark, bright, grey) = (IndexLayout.dark, IndexLayout.bright, IndexLayout.grey)
            ground = (120, 50)
        case .hlg:
            // A quarter and three quarters of the signal: the latter is diffuse white, 203 cd/m² on a screen of 1000.
            (dark, bright, grey) = (71, 180, 125)
            ground = (120, 40)
        case .pq:
            // 10 and 203 cd/m²: a tone mapper for any screen keeps them far apart, and clips neither.
            (dark, bright, grey) = (82, 143, 112)
            ground = (112, 25)
        }
    }
}
