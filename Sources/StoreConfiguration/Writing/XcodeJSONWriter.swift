import AppStoreModels

/// Writes JSON in the layout of Xcode's `.storekit` files.
struct XcodeJSONWriter {
    private var text = ""
    private var level = 0

    static func text(of value: JSONValue) -> String {
        var writer = XcodeJSONWriter()
        writer.write(value)
        return writer.text + "\n"
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .object(let object):
            // The case decides only between names that are the same without it.
            let members = object.members.sorted { left, right in
                (left.key.lowercased(), left.key) < (right.key.lowercased(), right.key)
            }
            writeCollection("{", members, "}") { writer, member in
                writer.text += JSONValue.string(member.key).serialized() + " : "
                writer.write(member.value)
            }
        case .array(let elements):
            writeCollection("[", elements, "]") { $0.write($1) }
        default:
            text += value.serialized()
        }
    }

    private mutating func writeCollection<Element>(
        _ open: String,
        _ elements: [Element],
        _ close: String,
        write: (inout XcodeJSONWriter, Element) -> Void
    ) {
        text += open + "\n"
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ",\n" }
            text += indentation
            write(&self, element)
        }
        level -= 1
        text += "\n" + indentation + close
    }

    private var indentation: String { String(repeating: "  ", count: level) }
}
