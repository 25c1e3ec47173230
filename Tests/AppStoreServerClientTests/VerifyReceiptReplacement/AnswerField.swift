import AppStoreModels

/// An answer of `verifyReceipt` as a table: every field by its path, elements of lists by what they are about.
///
/// `latest_receipt_info[2000].expires_date_ms` is the field of the transaction 2000, wherever in the list that stands.
enum AnswerField {
    static func table(of answer: VerifyReceiptResponse) -> [String: JSONValue] {
        var table: [String: JSONValue] = [:]
        add(answer.json, at: "", to: &table)
        return table
    }

    private static func add(_ object: JSONObject, at path: String, to table: inout [String: JSONValue]) {
        for (key, value) in object.members {
            let place = path.isEmpty ? key : "\(path).\(key)"
            switch value {
            case .object(let object): add(object, at: place, to: &table)
            case .array(let elements):
                // So that a list without elements is not the same as none.
                table[place + ".count"] = .number(JSONNumber(elements.count))
                for (index, element) in elements.enumerated() {
                    let object = element.object ?? ["element": element]
                    add(object, at: "\(place)[\(name(of: object) ?? String(index))]", to: &table)
                }
            default: table[place] = value
            }
        }
    }

    /// What an element is about: a transaction, or in `pending_renewal_info` a product.
    private static func name(of element: JSONObject) -> String? {
        element[string: "transaction_id"] ?? element[string: "product_id"]
    }
}

/// A field in which two answers differ.
struct FieldDifference: Hashable, CustomStringConvertible {
    let path: String
    /// What the App Store's own server, or the local store, answered; nil if the field is not there.
    let original: JSONValue?
    /// What the replacement answered.
    let replacement: JSONValue?

    var description: String {
        "\(path): \(original?.serialized() ?? "–") became \(replacement?.serialized() ?? "–")"
    }

    /// Every field in which an answer differs from the original, but for what is permitted.
    static func between(
        _ original: VerifyReceiptResponse,
        _ replacement: VerifyReceiptResponse,
        permitting permitted: [PermittedDifference]
    ) -> [FieldDifference] {
        let (left, right) = (AnswerField.table(of: original), AnswerField.table(of: replacement))
        return Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
            .map { FieldDifference(path: $0, original: left[$0], replacement: right[$0]) }
            .filter { difference in !permitted.contains { $0.covers(difference) } }
    }
}
