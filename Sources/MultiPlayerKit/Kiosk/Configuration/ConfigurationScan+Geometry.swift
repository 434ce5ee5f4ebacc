import Foundation

extension ConfigurationScan {
    /// Pixels of a side; 7680 is the width of 8K.
    static var sides: ClosedRange<Int> { 16...7680 }
    /// Of the whole picture in a part's side: a wall of a hundred screens across. Less is a slip, and makes a whole of
    /// more pixels than can be counted.
    private static var partSides: ClosedRange<Double> { 0.01...1 }

    mutating func size(_ field: ConfigurationField) -> CGSize? {
        let rule = FieldRule(
            name: "size",
            allowed: "width and height, even and from \(Self.sides.lowerBound) to \(Self.sides.upperBound)",
            example: "[1920, 1080]")
        guard let items = field.items, items.count == 2 else {
            refuse(
                field, field.items == nil ? "\(field.value.shown) is no size" : "a size has two numbers", rule.remedy)
            return nil
        }
        let sides = items.compactMap { item -> Int? in
            guard let side = whole(item, in: Self.sides, rule) else { return nil }
            guard side.isMultiple(of: 2) else {
                refuse(item, "\(side) is odd", rule.remedy)
                return nil
            }
            return side
        }
        return sides.count == 2 ? CGSize(width: sides[0], height: sides[1]) : nil
    }

    mutating func part(_ field: ConfigurationField) -> CGRect? {
        let rule = FieldRule(
            name: "part",
            allowed: "left and top from 0 to 1, width and height from \(Self.partSides.lowerBound) to 1",
            example: "[0, 0, 0.5, 1]")
        guard let items = field.items, items.count == 4 else {
            refuse(
                field, field.items == nil ? "\(field.value.shown) is no part" : "a part has four numbers", rule.remedy)
            return nil
        }
        let sides = items.enumerated().compactMap { index, item in
            number(item, in: index < 2 ? 0...1 : Self.partSides, rule)
        }
        guard sides.count == 4 else { return nil }
        // Thirds written as decimals miss the edge by their rounding, by far less than a pixel.
        for side in 0...1 where sides[side] + sides[side + 2] > 1 + 1e-6 {
            let (edge, names) = side == 0 ? ("right", "left and width") : ("bottom", "top and height")
            refuse(
                items[side + 2], "the part ends past the \(edge) edge",
                "give at most 1 for \(names) together, for example \(rule.example)")
            return nil
        }
        return CGRect(
            x: sides[0], y: sides[1], width: min(sides[2], 1 - sides[0]), height: min(sides[3], 1 - sides[1]))
    }
}
