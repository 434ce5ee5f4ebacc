// fuzz TARGET CORPUS [libFuzzer's options]; the target's first inputs are written to CORPUS.
import CFuzzer
import Foundation

guard CommandLine.arguments.count >= 3, let target = Target(rawValue: CommandLine.arguments[1]) else {
    let names = Target.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("fuzz TARGET CORPUS [options]: TARGET is one of \(names)\n".utf8))
    exit(2)
}
let corpus = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
for (number, seed) in target.seeds.enumerated() {
    try Data(seed).write(to: corpus.appending(path: "seed-\(number)"))
}
/// libFuzzer's callback takes no context, so it finds the target in the program's own arguments.
let words = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var count = Int32(words.count)
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(capacity: words.count + 1)
for (index, word) in words.enumerated() { arguments?[index] = strdup(word) }
arguments?[words.count] = nil
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        Target(rawValue: CommandLine.arguments[1])?.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    })
