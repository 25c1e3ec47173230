import AppStoreModels
public import Foundation

/// One attribute as it stands in a receipt: number, version, octets, and what they mean where that is known.
public struct ReceiptAttribute: Sendable, Hashable {
    /// The number.
    public let type: ReceiptAttributeType
    /// The version: 1, except for the opaque value, which has 2 in App Store receipts.
    public let version: Int64
    /// The octets of the value.
    public let rawValue: Data

    /// What the octets mean.
    public enum Value: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A number.
        case integer(Int64)
        /// A date.
        case date(Date)
        /// An empty text or date: the receipt says "none".
        case empty
        /// Octets of unknown or opaque meaning.
        case bytes(Data)
        /// The attributes of a purchase record.
        case purchase([ReceiptAttribute])
    }

    /// What the octets mean.
    public let value: Value

    /// The name for people, `attribute 99` if nothing is known about it.
    public var name: String { type.descriptor?.name ?? "attribute \(type)" }
}

extension ReceiptAttribute.Value: CustomStringConvertible {
    /// The value for people: dates in UTC, octets in hexadecimal digits, nothing for empty ones.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .date(let date): date.formattedAsRFC3339
        case .empty: ""
        case .bytes(let data): data.hexadecimal
        case .purchase(let attributes): attributes.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        }
    }
}
