import AppStoreModels
import Foundation

extension JSONObject {
    /// The same members as a dictionary of Foundation's objects; what JSON cannot hold becomes null.
    init(receiptInfo: ReceiptInfo) {
        self.init(receiptInfo.map { ($0.key, JSONValue(foundation: $0.value, depth: 0)) })
    }

    /// The members as a dictionary of Foundation's objects.
    var receiptInfo: ReceiptInfo {
        Dictionary(members.map { ($0.key, $0.value.foundation) }) { first, _ in first }
    }
}

extension JSONValue {
    private static var maximumDepth: Int { 64 }

    fileprivate init(foundation value: Any, depth: Int) {
        guard depth < JSONValue.maximumDepth else {
            self = .null
            return
        }
        switch value {
        case let text as String: self = .string(text)
        case let number as NSNumber: self.init(number)
        case let list as [Any]: self = .array(list.map { JSONValue(foundation: $0, depth: depth + 1) })
        case let object as [String: Any]:
            self = .object(JSONObject(object.map { ($0.key, JSONValue(foundation: $0.value, depth: depth + 1)) }))
        default: self = .null
        }
    }

    private init(_ number: NSNumber) {
        // "c" is how Foundation writes a truth value; a small integer never comes out of JSON with that type.
        if String(cString: number.objCType) == "c" {
            self = .bool(number.boolValue)
        } else {
            self = JSONNumber(text: number.stringValue).map(JSONValue.number) ?? .null
        }
    }

    fileprivate var foundation: AnyObject {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let number): number.foundation
        case .string(let text): text as NSString
        case .array(let list): list.map(\.foundation) as NSArray
        case .object(let object): object.receiptInfo as NSDictionary
        }
    }
}

extension JSONNumber {
    fileprivate var foundation: NSNumber {
        if let integer = int64 { return NSNumber(value: integer) }
        return NSNumber(value: double)
    }
}
