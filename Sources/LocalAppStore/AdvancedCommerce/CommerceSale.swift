import AppStoreModels
import Foundation
import StoreConfiguration

/// What a transaction of Advanced Commerce says besides: which items of the developer's catalogue it was for.
struct CommerceSale: Sendable, Hashable, Codable {
    /// An item, and what became of it.
    struct Line: Sendable, Hashable, Codable {
        var item: CommerceItem
        /// What was charged for it, in thousandths: less than its price if only the rest of a period was sold.
        let charge: Int64
        var refunds: [CommerceRefund] = []
        /// When it was taken away.
        var revocationDate: Date?

        /// What was charged and not paid back, in thousandths.
        var rest: Int64 { charge - refunds.reduce(0) { $0 + $1.amount } }

        var json: JSONObject {
            var json = item.json
            if !refunds.isEmpty { json["refunds"] = .array(refunds.map { .object($0.json) }) }
            json[milliseconds: "revocationDate"] = revocationDate
            return json
        }
    }

    var lines: [Line]
    /// What the customer reads of the subscription; nil for a one-time charge.
    var descriptors: CommerceDescriptors?
    var taxCode: String
    /// How long a full period of the subscription is; nil for a one-time charge.
    let period: BillingPeriod?
    /// The latest request when it was made.
    let reference: UUID

    /// - Parameter charges: What is charged for each item, by SKU; nil for the items' prices.
    init(
        _ items: [CommerceItem],
        charges: [String: Int64]? = nil,
        descriptors: CommerceDescriptors?,
        taxCode: String,
        period: BillingPeriod?,
        reference: UUID
    ) {
        lines = items.map { Line(item: $0, charge: charges == nil ? $0.charge : charges?[$0.sku] ?? 0) }
        self.descriptors = descriptors
        self.taxCode = taxCode
        self.period = period
        self.reference = reference
    }

    /// What was charged, in thousandths.
    var charge: Int64 { lines.reduce(0) { $0 + $1.charge } }

    /// What was paid back, in thousandths.
    var refunded: Int64 { lines.reduce(0) { $0 + $1.refunds.reduce(0) { $0 + $1.amount } } }

    var isWhollyRevoked: Bool { lines.allSatisfy { $0.revocationDate != nil } }

    /// How much of what was charged was paid back, in thousandths of a percent, 1 to 100000.
    var refundedPercentage: Int {
        guard charge > 0 else { return 100_000 }
        let exact = Decimal(refunded) * 100_000 / Decimal(charge)
        return NSDecimalNumber(decimal: max(1, min(100_000, exact))).intValue
    }

    /// Pays what was charged for the items that are still there back, and takes them away.
    ///
    /// - Parameter amount: How much of what is left of an item's charge.
    mutating func revokeAll(at date: Date, reason: String, type: String, _ amount: (Int64) -> Int64) {
        for index in lines.indices where lines[index].revocationDate == nil {
            let refund = CommerceRefund(amount: amount(lines[index].rest), date: date, reason: reason, type: type)
            lines[index].refunds.append(refund)
            lines[index].revocationDate = date
        }
    }

    /// Takes all refunds back.
    mutating func restoreAll() {
        for index in lines.indices {
            lines[index].refunds = []
            lines[index].revocationDate = nil
        }
    }

    /// The member `advancedCommerceInfo` of a signed transaction. This store knows no taxes: all of them are 0.
    var json: JSONObject {
        var json: JSONObject = [
            "requestReferenceId": .string(reference.uuidString.lowercased()),
            "items": .array(lines.map { .object($0.json) }), "taxCode": .string(taxCode), "taxRate": "0",
            "estimatedTax": 0, "taxExclusivePrice": .number(JSONNumber(charge)),
        ]
        json[object: "descriptors"] = descriptors?.json
        json[string: "period"] = period?.iso8601
        return json
    }
}

/// What a customer reads of a subscription.
struct CommerceDescriptors: Sendable, Hashable, Codable {
    var displayName: String
    var details: String

    var json: JSONObject { ["displayName": .string(displayName), "description": .string(details)] }
}

extension CommerceSale: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.items.check(lines.count, "the number of items")
        for line in lines {
            try line.item.checkRanges()
            try StoredRange.thousandths.check(line.charge, "charge")
            // No more can be paid back than was charged.
            var rest = line.charge
            for refund in line.refunds {
                try (0...rest).check(refund.amount, "amount of a refund")
                rest -= refund.amount
            }
        }
    }
}
