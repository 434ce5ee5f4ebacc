#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    /// What the process holds.
    struct Footprint {
        let process: KioskStatus.Process
        /// Of the heap, in use: what is freed does not count, wherever the allocator keeps it.
        let heapBytes: Int
        /// Resident memory of no file and not of the heap: stacks of threads, code made at run time, shared pictures, what a
        /// library maps by itself.
        let mappedBytes: Int

        /// Names of threads and targets of descriptors, for the message of a failure.
        private static var holdings: [String] {
            let manager = FileManager.default
            let threads = (try? manager.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            let files = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return threads.map { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? $0 }
                + files.compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        }

        /// What a thousand cells or a hundred groups may leave on the heap: caches of GStreamer's that still fill keep some
        /// hundred kilobytes. A picture of 640x360 takes 345 kB, a decoder 10 MB.
        private static let mostHeap = 1_000_000
        /// The stack of a thread takes 100 kB once it has decoded, a picture of 640x360 345 kB.
        private static let mostMapped = 1_000_000
        /// All resident memory moves by 27 MB while no byte more is in use: the allocator scatters a few megabytes over more
        /// pages or fewer, and code is read in when it first runs.
        private static let mostResident = 32_000_000

        /// Waits for threads that idle: GLib's pools let them go after 15 s, the dispatch library earlier.
        static func settle() async throws { try await Task.sleep(for: .seconds(18)) }

        /// Everything a process can keep, counted where it is exact; all resident memory together says less.
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

        /// - Parameter isCareful: the allocator gives back first what is free, and the table of what is mapped is read, which
        ///   has thousands of lines. A reading every second can afford neither.
        init(isCareful: Bool = true) {
            if isCareful { mpk_trim_heap() }
            process = .current
            let heap = mallinfo2()
            heapBytes = Int(heap.uordblks + heap.hblkhd)
            mappedBytes = isCareful ? Self.mapped() : 0
        }

        private static func mapped() -> Int {
            // A file of /proc says that it is empty: it is read until it ends.
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

        /// Where glibc lays the heaps of threads other than the first: `HEAP_MAX_SIZE` of its allocator.
        private static let arenaStride: UInt = 64 << 20
    }
#endif
