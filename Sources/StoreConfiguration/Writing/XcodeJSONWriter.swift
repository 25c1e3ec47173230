import AppStoreModels
import Foundation

/// Writes JSON in the layout of Xcode's `.storekit` files.
struct XcodeJSONWriter {
    private var text = ""
    private var level = 0

    static func text(of value: JSONValue) -> String {
        var writer = XcodeJSONWriter()
        writer.write(value)
        return writer.text + "\n"
    }

    /// - Parameter member: Of which member it is the value, or an element of the value.
    private mutating func write(_ value: JSONValue, of member: String? = nil) {
        switch value {
        case .object(let object):
            // The case decides only between names that are the same without it.
            let members = object.members.sorted { left, right in
                (left.key.lowercased(), left.key) < (right.key.lowercased(), right.key)
            }
            writeCollection("{", members, "}") { writer, member in
                writer.text += JSONValue.string(member.key).serialized() + " : "
                writer.write(member.value, of: member.key)
            }
        case .array(let elements):
            writeCollection("[", elements, "]") { $0.write($1, of: member) }
        case .number(let number):
            // Where Xcode has a text, one typed as a number is read with the digits that it has.
            let isText = member.map { ObjectSchema.textMembers.contains($0) } ?? false
            text += isText ? number.text : number.xcodeText
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

extension JSONNumber {
    /// A fraction, and what has an exponent, with the seventeen digits that Xcode gives a `double`; whole numbers as they
    /// are, and so what is too large or too small for one.
    fileprivate var xcodeText: String {
        guard text.contains(where: { ".eE".contains($0) }) else { return text }
        let value = double
        return value.isNormal || int64 == 0 ? String(format: "%.17g", value) : text
    }
}
