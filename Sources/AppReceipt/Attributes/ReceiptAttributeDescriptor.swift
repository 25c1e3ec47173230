/// What is known about an attribute: its name, what its value is, and how we know.
public struct ReceiptAttributeDescriptor: Sendable, Hashable {
    /// The name for people.
    public let name: String
    /// What the value's octets hold.
    public let kind: Kind
    /// How the meaning is known.
    public let evidence: Evidence

    /// What the octets of a value hold.
    public enum Kind: String, Sendable, Hashable {
        /// `UTF8String` or `IA5String`.
        case text
        /// `INTEGER`.
        case integer
        /// A string with an RFC 3339 date; empty for none.
        case date
        /// The octets themselves. They may look like DER by chance and are never read as such.
        case bytes
        /// A purchase record.
        case purchase
    }

    /// How the meaning of an attribute is known.
    public enum Evidence: String, Sendable, Hashable {
        /// Apple's documentation says so.
        case documented
        /// Apple's own `verifyReceipt` answers for the same receipts say so.
        case compared
        /// All genuine receipts we know agree with it.
        case observed
        /// Others report it; no such receipt is public.
        case reported
    }

    init(_ name: String, _ kind: Kind, _ evidence: Evidence) {
        (self.name, self.kind, self.evidence) = (name, kind, evidence)
    }
}

extension ReceiptAttributeType {
    /// What is known about this attribute of a receipt or purchase record; nil if nothing is.
    public var descriptor: ReceiptAttributeDescriptor? {
        rawValue < 1000 ? Self.appDescriptors[rawValue] : Self.purchaseDescriptors[rawValue]
    }

    private static let appDescriptors: [Int64: ReceiptAttributeDescriptor] = [
        0: .init("environment", .text, .compared),
        1: .init("app item ID", .integer, .compared),
        2: .init("bundle ID", .text, .documented),
        3: .init("app version", .text, .documented),
        4: .init("opaque value", .bytes, .documented),
        5: .init("device hash (SHA-1)", .bytes, .documented),
        6: .init("encrypted data", .bytes, .observed),
        7: .init("encrypted data", .bytes, .observed),
        8: .init("download date", .date, .observed),
        9: .init("fulfillment tool version", .integer, .observed),
        10: .init("age rating", .text, .observed),
        11: .init("developer ID", .integer, .observed),
        12: .init("creation date", .date, .documented),
        13: .init("client version", .integer, .observed),
        14: .init("device model", .integer, .observed),
        15: .init("download ID", .integer, .compared),
        16: .init("version external ID", .integer, .compared),
        17: .init("in-app purchase", .purchase, .documented),
        18: .init("original purchase date", .date, .compared),
        19: .init("original app version", .text, .documented),
        20: .init("reserved", .text, .observed),
        21: .init("expiration date", .date, .documented),
        22: .init("volume purchase date", .date, .reported),
        23: .init("organization name", .text, .reported),
        25: .init("platform", .integer, .observed),
        32: .init("preorder date", .date, .reported),
    ]

    private static let purchaseDescriptors: [Int64: ReceiptAttributeDescriptor] = [
        1701: .init("quantity", .integer, .documented),
        1702: .init("product ID", .text, .documented),
        1703: .init("transaction ID", .text, .documented),
        1704: .init("purchase date", .date, .documented),
        1705: .init("original transaction ID", .text, .documented),
        1706: .init("original purchase date", .date, .documented),
        1707: .init("product kind", .integer, .observed),
        1708: .init("expires date", .date, .documented),
        1709: .init("reserved", .text, .observed),
        1710: .init("product item ID", .integer, .observed),
        1711: .init("web order line item ID", .integer, .documented),
        1712: .init("cancellation date", .date, .documented),
        1713: .init("is trial period", .integer, .compared),
        1714: .init("reserved", .text, .observed),
        1715: .init("reserved", .text, .observed),
        1716: .init("reserved", .text, .observed),
        1717: .init("reserved", .text, .observed),
        1718: .init("reserved", .text, .observed),
        1719: .init("is in intro offer period", .integer, .documented),
        1720: .init("cancellation reason", .integer, .reported),
        1721: .init("promotional offer ID", .text, .compared),
        1722: .init("ownership", .integer, .observed),
    ]
}
