// An object that the main actor keeps and the sender goes on using: only a compile to SIL detects this.
// refused on ios tvos macos: risks causing data races
final class PlantedBox {
    var value = 0
}

@MainActor private var plantedKept: PlantedBox?

@MainActor private func plantedKeep(_ box: PlantedBox) {
    plantedKept = box
}

func plantedSentAndUsed() async {
    let box = PlantedBox()
    await plantedKeep(box)
    box.value = 1
}
