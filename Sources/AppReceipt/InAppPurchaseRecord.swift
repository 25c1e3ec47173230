public import AppStoreModels
import AppStoreTrust
public import Foundation

/// One purchase in a receipt.
///
/// It shows the state when the receipt was made: later renewals and refunds are not in it. Xcode's records have only
/// quantity, product, transaction and purchase date, and for subscriptions the end of the period.
public struct InAppPurchaseRecord: Sendable {
    let bytes: [UInt8]
    let fields: InAppPurchaseFields

    /// How many were bought (1701). Documented by Apple.
    public var quantity: Int64 { integer(fields.quantity) ?? 0 }

    /// The product (1702). Documented by Apple.
    public var productID: String { text(fields.productID) ?? "" }

    /// The transaction (1703); small numbers in Xcode. Documented by Apple.
    public var transactionID: String { text(fields.transactionID) ?? "" }

    /// When it was bought, or the period began (1704). Documented by Apple.
    public var purchaseDate: Date { date(fields.purchaseDate) ?? .distantPast }

    /// The first transaction of the chain (1705); nil in Xcode. Documented by Apple.
    public var originalTransactionID: String? { text(fields.originalTransactionID) }

    /// When the chain began (1706); nil in Xcode. Documented by Apple.
    ///
    /// It may be a second later than ``purchaseDate``, and differed between renewals in old sandbox receipts: do not
    /// sort or group by it.
    public var originalPurchaseDate: Date? { date(fields.originalPurchaseDate) }

    /// The kind of the product (1707); nil in Xcode. Evidence: all genuine receipts.
    public var productKind: ReceiptProductKind? { integer(fields.productKind).map(ReceiptProductKind.init(rawValue:)) }

    /// When the paid period ends (1708); nil unless it is an auto-renewable subscription. Documented by Apple.
    public var expiresDate: Date? { date(fields.expiresDate) }

    /// The App Store's number of the product (1710); 0 in the sandbox. Evidence: constant for each product.
    public var productItemID: Int64? { integer(fields.productItemID) }

    /// The subscription period (1711); nil if it is no subscription, where the receipt says 0. Documented by Apple.
    public var webOrderLineItemID: Int64? { integer(fields.webOrderLineItemID).flatMap { $0 == 0 ? nil : $0 } }

    /// When it was refunded, or replaced by an upgrade (1712). Documented by Apple.
    public var cancellationDate: Date? { date(fields.cancellationDate) }

    /// Whether the period is a free trial (1713); nil in Xcode. Evidence: `is_trial_period` of `verifyReceipt`.
    public var isTrialPeriod: Bool? { integer(fields.isTrialPeriod).map { $0 != 0 } }

    /// Whether the period has an introductory price (1719); nil in receipts before 2018. Documented by Apple.
    public var isInIntroOfferPeriod: Bool? { integer(fields.isInIntroOfferPeriod).map { $0 != 0 } }

    /// Why it was refunded (1720). Reported by others.
    public var cancellationReason: RevocationReason? {
        integer(fields.cancellationReason).flatMap { Int(exactly: $0) }.map(RevocationReason.init(rawValue:))
    }

    /// The promotional offer that was used (1721). Evidence: `promotional_offer_id` of `verifyReceipt`.
    public var promotionalOfferID: String? { text(fields.promotionalOfferID) }

    /// 0 in every known receipt that has it (1722). `verifyReceipt` calls one of those `PURCHASED`; that other values mean
    /// Family Sharing is a guess, so there is no typed property.
    public var ownership: Int64? { integer(fields.ownership) }

    private func integer(_ offset: InAppPurchaseFields.Offset) -> Int64? {
        read(offset) { pointer, content in pointer.integer(content) }
    }

    private func text(_ offset: InAppPurchaseFields.Offset) -> String? {
        read(offset) { pointer, content in pointer.text(content) }
    }

    private func date(_ offset: InAppPurchaseFields.Offset) -> Date? {
        read(offset) { pointer, content in pointer.date(content) }
    }

    /// Nil if the attribute is missing. What lies at the offset was checked when the receipt was read.
    @inline(__always)
    private func read<Value>(
        _ offset: InAppPurchaseFields.Offset,
        _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Value?
    ) -> Value? {
        guard offset != InAppPurchaseFields.missing else { return nil }
        return bytes.withUnsafeBufferPointer { pointer in
            let record = fields.record
            var cursor = DERCursor(pointer, record.lowerBound + Int(offset)..<record.upperBound)
            guard let element = try? cursor.next() else { return nil }
            return body(pointer, element.content)
        }
    }
}

/// Two records are equal when their octets are.
extension InAppPurchaseRecord: Hashable {
    public static func == (left: InAppPurchaseRecord, right: InAppPurchaseRecord) -> Bool {
        left.bytes[left.fields.record] == right.bytes[right.fields.record]
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes[fields.record]) }
}
