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
    private var text = ""
    private var level = 0

    static func text(of value: JSONValue, layout: JSONLayout) -> String {
        var serializer = JSONSerializer(layout: layout)
        serializer.write(value)
        return serializer.text
    }

    private init(layout: JSONLayout) {
        self.layout = layout
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): write(string)
        case .array(let elements):
            writeCollection("[", elements, "]") { serializer, element in serializer.write(element) }
        case .object(let object):
            writeCollection("{", object.members, "}") { serializer, member in
                serializer.write(member.key)
                serializer.text += serializer.layout == .compact ? ":" : ": "
                serializer.write(member.value)
            }
        }
    }

    private mutating func writeCollection<Element>(
        _ open: String,
        _ elements: [Element],
        _ close: String,
        write element: (inout JSONSerializer, Element) -> Void
    ) {
        text += open
        level += 1
        for (index, item) in elements.enumerated() {
            if index > 0 { text += "," }
            breakLine()
            element(&self, item)
        }
        level -= 1
        if !elements.isEmpty { breakLine() }
        text += close
    }

    private mutating func breakLine() {
        guard layout == .indented else { return }
        text += "\n" + String(repeating: "  ", count: level)
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<"\u{20}": text += "\\u00" + CollectionOfOne(UInt8(scalar.value)).hexadecimal
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
