/// How JSON text is laid out.
public enum JSONLayout: Sendable, Hashable {
    /// No white space at all.
    case compact
    /// Two spaces a level, one member or element a line.
    case indented
}

/// Writes JSON text: members in their order, numbers with their own digits, only what must be escaped escaped.
struct JSONSerializer {
    private let layout: JSONLayout
    /// UTF-8. A server writes thousands of texts a second, and a buffer of octets takes runs of them in one.
    private var text: [UInt8] = []
    private var level = 0

    /// The text in UTF-8.
    static func bytes(of value: JSONValue, layout: JSONLayout) -> [UInt8] {
        var serializer = JSONSerializer(layout: layout)
        serializer.text.reserveCapacity(1024)
        serializer.write(value)
        return serializer.text
    }

    static func text(of value: JSONValue, layout: JSONLayout) -> String {
        String(decoding: bytes(of: value, layout: layout), as: UTF8.self)
    }

    private init(layout: JSONLayout) {
        self.layout = layout
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.text.utf8
        case .string(let string): write(string)
        case .array(let elements):
            writeCollection("[", count: elements.count, "]") { serializer, index in serializer.write(elements[index]) }
        case .object(let object):
            writeCollection("{", count: object.count, "}") { serializer, index in
                let (key, value) = object.member(at: index)
                serializer.write(key)
                serializer.text.append(UInt8(ascii: ":"))
                if serializer.layout == .indented { serializer.text.append(UInt8(ascii: " ")) }
                serializer.write(value)
            }
        }
    }

    private mutating func writeCollection(
        _ open: Unicode.Scalar,
        count: Int,
        _ close: Unicode.Scalar,
        writeElement: (inout JSONSerializer, Int) -> Void
    ) {
        text.append(UInt8(ascii: open))
        level += 1
        for index in 0..<count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            breakLine()
            writeElement(&self, index)
        }
        level -= 1
        if count > 0 { breakLine() }
        text.append(UInt8(ascii: close))
    }

    private mutating func breakLine() {
        guard layout == .indented else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private mutating func write(_ string: String) {
        text.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { writeEscaped($0) }
        text.append(UInt8(ascii: "\""))
    }

    /// Copies what needs no escape in runs: most strings are one.
    private mutating func writeEscaped(_ octets: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var position = 0
        while position < octets.count {
            let octet = octets[position]
            if octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") {
                text.append(contentsOf: UnsafeBufferPointer(rebasing: octets[start..<position]))
                writeEscape(octet)
                start = position &+ 1
            }
            position &+= 1
        }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: octets[start...]))
    }

    private mutating func writeEscape(_ octet: UInt8) {
        switch octet {
        case UInt8(ascii: "\""): text += "\\\"".utf8
        case UInt8(ascii: "\\"): text += "\\\\".utf8
        case UInt8(ascii: "\n"): text += "\\n".utf8
        case UInt8(ascii: "\r"): text += "\\r".utf8
        case UInt8(ascii: "\t"): text += "\\t".utf8
        default: text += "\\u00\(CollectionOfOne(octet).hexadecimal)".utf8
        }
    }
}
