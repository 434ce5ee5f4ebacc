// Goes into each module of the copy that `mutate` builds.
import Glibc
import Synchronization

/// The place that is weakened in this process; 0: none.
private let chosen = getenv("MPK_MUTANT").map { atoi($0) } ?? 0

/// Where the numbers of the places that are reached go, a line each; negative: nowhere.
private let report = getenv("MPK_REACHED").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o644) } ?? -1

private let reported = Mutex<Set<Int32>>([])

/// Whether a place is weakened.
func mutant(_ number: Int32) -> Bool {
    if report >= 0, number > 0, reported.withLock({ $0.insert(number).inserted }) {
        let line = "\(number)\n"
        _ = write(report, line, line.utf8.count)
    }
    return number == chosen && number > 0
}

enum MutantComparison { case less, atMost, greater, atLeast }

/// Compares; weakened, it counts the bound to the other side.
func mutantCompare<Value: Comparable>(
    _ number: Int32, _ left: Value, _ comparison: MutantComparison, _ right: Value
) -> Bool {
    let isOther = mutant(number)
    switch comparison {
    case .less: return isOther ? left <= right : left < right
    case .atMost: return isOther ? left < right : left <= right
    case .greater: return isOther ? left >= right : left > right
    case .atLeast: return isOther ? left > right : left >= right
    }
}

func mutantMin<Value: Comparable>(_ withoutFirst: Int32, _ withoutSecond: Int32, _ first: Value, _ second: Value)
    -> Value
{
    let (isSecond, isFirst) = (mutant(withoutFirst), mutant(withoutSecond))
    return isSecond ? second : isFirst ? first : min(first, second)
}

func mutantMax<Value: Comparable>(_ withoutFirst: Int32, _ withoutSecond: Int32, _ first: Value, _ second: Value)
    -> Value
{
    let (isSecond, isFirst) = (mutant(withoutFirst), mutant(withoutSecond))
    return isSecond ? second : isFirst ? first : max(first, second)
}
