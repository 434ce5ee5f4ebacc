/// The bytes of a file, and where in its lines they are.
struct SourceText {
    let bytes: [UInt8]
    /// Offset at which the text begins: behind the mark that some editors put before it.
    let start: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The byte order mark in UTF-8. It means nothing there, but some editors write it.
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Lines and columns of some bytes, all from 1; columns count Unicode scalars, a tab as one.
    ///
    /// - Parameter offsets: In rising order, so that one way through the text finds them all.
    func places(of offsets: [Int]) -> [(line: Int, column: Int)] {
        var (position, line, column) = (start, 1, 1)
        return offsets.map { offset in
            while position < min(offset, bytes.count) {
                let byte = bytes[position]
                position += 1
                if byte == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if position == bytes.count || bytes[position] & 0xC0 != 0x80 {
                    // The last byte of a scalar: the one after it does not continue it.
                    column += 1
                }
            }
            return (line, column)
        }
    }

    /// Offset of the first byte that is no UTF-8; `nil`: all of it is.
    var firstInvalidByte: Int? {
        var offset = 0
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    /// For people: the character at an offset, or that the file ends there.
    func shown(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        // Four bytes are the longest character; what is cut behind the first does not matter.
        let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        return ShownText.quoted(String(text.unicodeScalars.prefix(1)))
    }
}
