// An object that the main actor keeps and the sender goes on to use: only a compile to SIL sees it.
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
