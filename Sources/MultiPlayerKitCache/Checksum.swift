import MultiPlayerKit

/// A 64-bit checksum against torn and missing writes; no defence against forgery.
///
/// Each step is reversible for a given word, so a change confined to one 8-byte word always shows; anything else, such
/// as a hole of zeros or another run's bytes, goes unnoticed once in 2⁶⁴. One multiplication per 8 bytes: faster than a
/// disk.
struct Checksum {
    private var state: UInt64

    /// - Parameter salt: what the bytes are bound to, such as their position: the same bytes elsewhere do not pass.
    init(salt: UInt64) {
        state = 0x9E37_79B9_7F4A_7C15 ^ (salt &* 0xD6E8_FEB8_6659_FD93)
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            offset += 8
        }
        // The rest with its length, so that trailing zeros count.
        var rest = UInt64(bytes.count - offset) << 56
        for index in offset..<bytes.count { rest |= UInt64(bytes[index]) << (8 * UInt64(index - offset)) }
        add(rest)
    }

    mutating func add(_ word: UInt64) {
        // The high bits come down first, because a multiplication only carries upwards.
        let mixed = state ^ word
        state = (mixed ^ (mixed >> 32)) &* 0xFF51_AFD7_ED55_8CCD
        state = state << 29 | state >> 35
    }

    var value: UInt64 {
        var mixed = (state ^ (state >> 32)) &* 0xC4CE_B9FE_1A85_EC53
        mixed ^= mixed >> 29
        return mixed
    }

    static func of(_ bytes: UnsafeRawBufferPointer, salt: UInt64) -> UInt64 {
        var sum = Checksum(salt: salt)
        sum.add(bytes)
        return sum.value
    }
}

/// The SHA-256 of what names a file: an address, or samples of a content (FIPS 180-4).
///
/// Implemented here because Linux's Foundation has none. It hashes some kilobytes at a time: speed does not matter, but
/// nobody must be able to produce another resource's file name.
package enum SHA256 {
    static func hex(_ text: String) -> String { hex(Array(text.utf8)) }

    package static func hex(_ message: [UInt8]) -> String {
        hash(message).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() { schedule[index / 4] = schedule[index / 4] << 8 | UInt32(byte) }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let first = turn(early, 7) ^ turn(early, 18) ^ (early >> 3)
            let second = turn(late, 17) ^ turn(late, 19) ^ (late >> 10)
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var work = state
        for index in 0..<64 {
            let (a, e) = (work[0], work[4])
            let choice = (e & work[5]) ^ (~e & work[6])
            let majority = (a & work[1]) ^ (a & work[2]) ^ (work[1] & work[2])
            let first =
                work[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ rounds[index] &+ schedule[index]
            let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            work = [first &+ second, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ work[index] }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let rounds: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
