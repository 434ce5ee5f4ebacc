import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

@Suite struct LayoutPropertyTests {
    /// 100 seeds of 100 cases each.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `random layouts keep all rules`(seed: UInt64) {
        var numbers = LayoutCase.Numbers(seed: seed)
        for index in 0..<100 {
            let example = LayoutCase(using: &numbers)
            let broken = example.brokenRules()
            #expect(broken.isEmpty, "case \(index): \(example)")
        }
    }

    @Test(arguments: 1...64)
    func `no other number of columns shows one percent more than the grid's`(count: Int) {
        var numbers = LayoutCase.Numbers(seed: UInt64(count))
        for _ in 0..<20 {
            let stage = CGSize(width: .random(in: 500...4000, using: &numbers), height: 1000)
            let shape = Double.random(in: 0.4...2.4, using: &numbers)
            let pictures = [CGSize](repeating: CGSize(width: shape, height: 1), count: count)
            let tile = TileLayout(.grid, pixelStep: 1).placements(for: pictures, in: stage)[0].tile
            func shown(_ width: Double, _ height: Double) -> Double {
                let shownWidth = min(width, height * shape)
                return shownWidth * shownWidth / shape
            }
            let best = (1...count).map { columns in
                let rows = (Double(count) / Double(columns)).rounded(.up)
                return shown((stage.width / Double(columns)).rounded(.down), (stage.height / rows).rounded(.down))
            }.max()!
            #expect(shown(tile.width, tile.height) >= best * 0.99)
        }
    }
}

/// A layout with pictures and a stage, and the rules it must keep.
struct LayoutCase {
    static let arrangements: [TileLayout.Arrangement] = [
        .sideBySide, .stacked, .grid, .wipe(at: 0.5), .difference(), .focus(on: 1), .single(1),
    ]

    var layout: TileLayout
    var pictures: [CGSize]
    var stage: CGSize

    init(using numbers: inout Numbers) {
        layout = TileLayout(
            [
                .sideBySide, .stacked, .grid, .grid, .difference(),
                .wipe(at: .random(in: -0.2...1.2, using: &numbers)),
                .wipe(at: .random(in: 0...1, using: &numbers)),
                .focus(on: .random(in: -2...70, using: &numbers)),
                .focus(on: 0),
                .single(.random(in: -2...70, using: &numbers)),
            ].randomElement(using: &numbers)!,
            fitting: PictureFitting.allCases.randomElement(using: &numbers)!,
            spacing: [0, 1, 8, .random(in: 0...50, using: &numbers), 5000].randomElement(using: &numbers)!,
            margin: [0, 1, 16, .random(in: 0...200, using: &numbers)].randomElement(using: &numbers)!,
            pixelStep: [2, 2, 2, 1, 4].randomElement(using: &numbers)!)

        let count = [Int.random(in: 1...4, using: &numbers), .random(in: 1...64, using: &numbers)]
        let known = CGSize(width: 1920, height: 1080)
        pictures = (0..<count.randomElement(using: &numbers)!).map { _ in
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: .zero
            case 1:
                CGSize(width: .random(in: 1...5000, using: &numbers), height: .random(in: 1...5000, using: &numbers))
            case 2: CGSize(width: 1080, height: 1920)
            case 3: CGSize(width: Double.nan, height: 1)
            case 4: CGSize(width: 1e9, height: 1)
            default: known
            }
        }
        let longest = [3.0, 40, 500, 4000].randomElement(using: &numbers)!
        stage = CGSize(
            width: .random(in: 0...longest, using: &numbers), height: .random(in: 0...longest, using: &numbers))
    }

    /// Returns a sentence for each rule that the placements break.
    func brokenRules() -> [String] {
        let placements = layout.placements(for: pictures, in: stage)
        var broken: [String] = []
        func rule(_ name: String, _ holds: Bool) {
            if !holds { broken.append(name) }
        }
        rule("one placement for each picture", placements.count == pictures.count)
        rule("same input, same output", placements == layout.placements(for: pictures, in: stage))
        for (placement, size) in zip(placements, pictures) {
            for (name, holds) in rules(placement, size) {
                rule(name, holds)
            }
        }
        for (index, first) in placements.enumerated() {
            for second in placements.dropFirst(index + 1) {
                switch layout.arrangement {
                case .difference, .single: break
                case .wipe: rule("sides do not overlap", !first.visible.overlaps(second.visible))
                default: rule("tiles do not overlap", !first.tile.overlaps(second.tile))
                }
            }
        }
        if case .single = layout.arrangement {
            rule("one is seen", placements.count { !$0.isHidden } == (placements.contains { $0.tile != .zero } ? 1 : 0))
        }
        if case .wipe = layout.arrangement {
            for (name, holds) in wipeRules(placements) { rule(name, holds) }
        }
        return broken
    }

    private func rules(_ placement: TilePlacement, _ size: CGSize) -> [(String, Bool)] {
        let (tile, picture, visible) = (placement.tile, placement.picture, placement.visible)
        let step = Double(layout.pixelStep)
        let whole = CGRect(origin: .zero, size: stage)
        guard tile != .zero else {
            return [("no tile, no picture", picture == .zero && visible == .zero && placement.sourceCrop == .zero)]
        }
        var rules = [
            ("edges on the step", [tile, picture, visible].allSatisfy { $0.isMultiple(of: step) }),
            ("tile inside the stage", whole.covers(tile)),
            ("visible inside tile and picture", visible == .zero || (tile.covers(visible) && picture.covers(visible))),
            ("a tile has an area", tile.width > 0 && tile.height > 0 && picture.width > 0 && picture.height > 0),
            ("centred across", abs(tile.midX - picture.midX) <= step / 2),
            ("centred down", abs(tile.midY - picture.midY) <= step / 2),
        ]

        let aspect = size.width > 0 && size.height > 0 ? min(size.width / size.height, 4096) : 16.0 / 9
        let error = min(abs(picture.width - picture.height * aspect), abs(picture.height - picture.width / aspect))
        switch layout.fitting {
        case .fit:
            rules.append(("fit lies in the tile", tile.covers(picture)))
            rules.append(("fit touches two edges", picture.width == tile.width || picture.height == tile.height))
            rules.append(
                ("fit keeps the shape", error <= step / 2 + 1e-6 || min(picture.width, picture.height) == step))
        case .fill:
            rules.append(("fill covers the tile", picture.covers(tile)))
            rules.append(("fill keeps the shape", error <= step / 2 + 1e-6))
        case .stretch:
            rules.append(("stretch is the tile", picture == tile))
        }
        switch layout.arrangement {
        case .wipe, .difference: break
        case .single where placement.isHidden: break
        default: rules.append(("all that lies in the tile is seen", visible == picture.intersection(tile)))
        }

        let crop = placement.sourceCrop
        rules.append(("crop in the unit square", crop.minX >= 0 && crop.minY >= 0 && crop.maxX <= 1 && crop.maxY <= 1))
        if !placement.isHidden {
            let shown = CGRect(
                x: picture.minX + crop.minX * picture.width, y: picture.minY + crop.minY * picture.height,
                width: crop.width * picture.width, height: crop.height * picture.height)
            let errors = [
                shown.minX - visible.minX, shown.minY - visible.minY, shown.maxX - visible.maxX,
                shown.maxY - visible.maxY,
            ]
            rules.append(("crop is what is visible", errors.allSatisfy { abs($0) < 1e-3 }))
        }
        return rules
    }

    /// Together the sides must show what the pictures cover, cut at common edges.
    private func wipeRules(_ placements: [TilePlacement]) -> [(String, Bool)] {
        guard let boundary = layout.wipeBoundary(for: pictures, in: stage) else {
            let room = placements.contains { !$0.isHidden }
            return [("no boundary for one picture or no stage", placements.count == 1 || !room)]
        }
        var rules = [
            ("first ends at the boundary", placements[0].visible.maxX <= boundary.x),
            ("second begins at the boundary", placements[1].isHidden || placements[1].visible.minX >= boundary.x),
            ("boundary on the step", boundary.x.truncatingRemainder(dividingBy: Double(layout.pixelStep)) == 0),
            ("handle on the pictures", boundary.area.covers(boundary.handle())),
        ]
        let there = CGPoint(x: boundary.x, y: 0)
        var again = layout
        again.arrangement = .wipe(at: boundary.position(at: there))
        rules.append(("a drag to where it is moves nothing", again.placements(for: pictures, in: stage) == placements))
        if placements.allSatisfy({ $0.picture == placements[0].picture }) {
            let seen = placements.filter { !$0.isHidden }.map(\.visible)
            let meet = zip(seen, seen.dropFirst()).allSatisfy { $0.maxX == $1.minX }
            let ends = seen.first?.minX == boundary.area.minX && seen.last?.maxX == boundary.area.maxX
            rules.append(("sides meet without a gap", meet && ends))
            rules.append(("sides are of one height", Set(seen.map(\.height)).count == 1))
        }
        return rules
    }
}

extension LayoutCase {
    /// Numbers that repeat for a seed.
    typealias Numbers = SplitMix
}

extension CGRect {
    fileprivate func covers(_ other: CGRect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    fileprivate func overlaps(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) > max(minX, other.minX) && min(maxY, other.maxY) > max(minY, other.minY)
    }

    fileprivate func isMultiple(of step: Double) -> Bool {
        [minX, minY, width, height].allSatisfy { Double($0).truncatingRemainder(dividingBy: step) == 0 }
    }
}
