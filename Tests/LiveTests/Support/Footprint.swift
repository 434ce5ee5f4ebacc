#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    /// The memory, descriptors and threads that the process holds.
    struct Footprint {
        let process: KioskStatus.Process
        /// Bytes of the heap in use: freed memory does not count, wherever the allocator keeps it.
        let heapBytes: Int
        /// Resident memory that belongs neither to a file nor to the heap: thread stacks, code made at run time, shared
        /// pictures, mappings that a library makes itself.
        let mappedBytes: Int

        /// Names of threads and targets of descriptors, for failure messages.
        private static var holdings: [String] {
            let manager = FileManager.default
            let threads = (try? manager.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            let files = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return threads.map { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? $0 }
                + files.compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        }

        /// What a thousand cells or a hundred groups may leave on the heap: GStreamer's caches keep some hundred
        /// kilobytes while they fill. A picture of 640x360 takes 345 kB, a decoder 10 MB.
        private static let mostHeap = 1_000_000
        /// A thread's stack takes 100 kB once the thread has decoded, a picture of 640x360 takes 345 kB.
        private static let mostMapped = 1_000_000
        /// Resident memory as a whole varies by 27 MB with not a byte more in use: the allocator scatters a few
        /// megabytes over more or fewer pages, and code is loaded when it first runs.
        private static let mostResident = 32_000_000

        /// Waits for idle threads to end: GLib's pools release them after 15 s, the dispatch library earlier.
        static func settle() async throws { try await Task.sleep(for: .seconds(18)) }

        /// Checks everything that a process can keep, exactly where it can be counted; resident memory as a whole says
        /// less.
        func expectNoMore(
            than before: Footprint, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let (old, new) = (before.process, process)
            print(
                "\(what): heap \(before.heapBytes >> 10) → \(heapBytes >> 10) KiB, mapped \(before.mappedBytes >> 10) → "
                    + "\(mappedBytes >> 10) KiB, memory \(old.memoryBytes >> 10) → \(new.memoryBytes >> 10) KiB, descriptors \(old.descriptors) → \(new.descriptors), threads "
                    + "\(old.threads) → \(new.threads)")
            #expect(new.descriptors <= old.descriptors, "\(Self.holdings)", sourceLocation: sourceLocation)
            #expect(new.threads <= old.threads, "\(Self.holdings)", sourceLocation: sourceLocation)
            #expect(heapBytes < before.heapBytes + Self.mostHeap, sourceLocation: sourceLocation)
            #expect(mappedBytes < before.mappedBytes + Self.mostMapped, sourceLocation: sourceLocation)
            #expect(new.memoryBytes < old.memoryBytes + Self.mostResident, sourceLocation: sourceLocation)
        }

        /// - Parameter isCareful: whether the allocator first returns free memory, and the table of mappings is read,
        ///   which has thousands of lines. A reading every second can afford neither.
        init(isCareful: Bool = true) {
            if isCareful { mpk_trim_heap() }
            process = .current
            let heap = mallinfo2()
            heapBytes = Int(heap.uordblks + heap.hblkhd)
            // The allocator maps large blocks one by one, or not, as it has learned: they are of the heap either way.
            mappedBytes = isCareful ? Self.mapped() - Int(heap.hblkhd) : 0
        }

        private static func mapped() -> Int {
            // A file in /proc reports size zero, so read it to its end.
            let table = FileHandle(forReadingAtPath: "/proc/self/smaps")?.readDataToEndOfFile() ?? Data()
            var counts = false
            var kibibytes = 0
            for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                if words[0].hasSuffix(":") {
                    if counts, words[0] == "Rss:" { kibibytes += Int(words[1]) ?? 0 }
                } else {
                    let named = words.count > 5 && (words[5].hasPrefix("/") || words[5] == "[heap]")
                    let start = words[0].split(separator: "-").first.flatMap { UInt(String($0), radix: 16) } ?? 0
                    counts = !named && start % Self.arenaStride != 0
                }
            }
            return kibibytes * 1_024
        }

        /// glibc aligns the heaps of all threads but the first to this: `HEAP_MAX_SIZE` of its allocator.
        private static let arenaStride: UInt = 64 << 20
    }
#endif
