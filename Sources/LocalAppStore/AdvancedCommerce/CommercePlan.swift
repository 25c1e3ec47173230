import AppStoreModels
import Foundation
import StoreConfiguration

/// What the renewals of a subscription of Advanced Commerce sell.
struct CommercePlan: Sendable, Hashable, Codable {
    /// An item, and what will change of it.
    struct Line: Sendable, Hashable, Codable {
        /// As the next period has it, before a higher price.
        var item: CommerceItem
        /// How many periods of its offer are still to begin.
        var offerPeriodsLeft: Int
        /// A higher price of which the customer was told; counts as long as the subscription has a price increase.
        var increase: Increase?

        init(_ item: CommerceItem) {
            self.item = item
            offerPeriodsLeft = item.offer?.periodCount ?? 0
        }
    }

    /// A higher price from the next period on.
    struct Increase: Sendable, Hashable, Codable {
        /// In thousandths.
        let price: Int64
        /// The items that depend on this one.
        let dependentSKUs: [String]
    }

    var lines: [Line]
    var descriptors: CommerceDescriptors
    var taxCode: String
    var period: BillingPeriod
    /// ISO 4217 code of all prices.
    let currency: String
    /// The request that changed it last.
    var reference: UUID

    init(
        _ items: [CommerceItem],
        descriptors: CommerceDescriptors,
        taxCode: String,
        period: BillingPeriod,
        currency: String,
        reference: UUID
    ) {
        lines = items.map(Line.init)
        self.descriptors = descriptors
        self.taxCode = taxCode
        self.period = period
        self.currency = currency
        self.reference = reference
    }

    /// Tells one state of the plan from another: who shows an older one has not seen the latest change.
    var consistencyToken: String {
        var noise = ReceiptNoise(seed: 0, text: reference.uuidString)
        return noise.uuid().uuidString.lowercased()
    }

    /// What the next period costs and how long it is.
    ///
    /// - Parameter isIncreased: Whether the customer agreed to the higher prices.
    func terms(isIncreased: Bool) -> PeriodTerms {
        let items = items(isIncreased: isIncreased)
        let offers = items.compactMap(\.offer)
        let charge = items.reduce(0) { $0 + $1.charge }
        return PeriodTerms(
            period: offers.count == items.count ? offers.first?.period ?? period : period,
            price: StorePrice(thousandths: charge, currency: currency)
        )
    }

    /// What the next period sells.
    func items(isIncreased: Bool) -> [CommerceItem] {
        lines.map { line in
            var item = line.item
            if isIncreased, let increase = line.increase { item.price = increase.price }
            return item
        }
    }

    /// Begins the next period.
    ///
    /// - Returns: What its transaction says.
    mutating func beginPeriod(isIncreased: Bool) -> CommerceSale {
        let items = items(isIncreased: isIncreased)
        let sale = CommerceSale(
            items,
            descriptors: descriptors,
            taxCode: taxCode,
            period: period,
            reference: reference
        )
        for index in lines.indices {
            lines[index].item.price = items[index].price
            lines[index].increase = nil
            guard lines[index].item.offer != nil else { continue }
            lines[index].offerPeriodsLeft = max(0, lines[index].offerPeriodsLeft - 1)
            if lines[index].offerPeriodsLeft <= 0 { lines[index].item.offer = nil }
        }
        return sale
    }

    /// The member `advancedCommerceInfo` of signed renewal information.
    ///
    /// - Parameter increase: The higher price of the subscription that waits for its period, if there is one.
    func json(_ increase: PriceIncrease?) -> JSONObject {
        let items = lines.map { line -> JSONValue in
            var json = line.item.json
            if let increase, let higher = line.increase {
                json[object: "priceIncreaseInfo"] = [
                    "status": .string(increase.isAccepted ? "ACCEPTED" : "PENDING"),
                    "price": .number(JSONNumber(higher.price)),
                    "dependentSKUs": .array(higher.dependentSKUs.map(JSONValue.string)),
                ]
            }
            return .object(json)
        }
        return [
            "consistencyToken": .string(consistencyToken), "descriptors": .object(descriptors.json),
            "items": .array(items), "period": .string(period.iso8601),
            "requestReferenceId": .string(reference.uuidString.lowercased()), "taxCode": .string(taxCode),
        ]
    }
}

extension StorePrice {
    /// So many thousandths of a currency's unit.
    init(thousandths: Int64, currency: String) {
        self.init(amount: Decimal(thousandths) / 1_000, currency: currency)
    }

    /// In thousandths of the currency's unit, rounded.
    var thousandths: Int64 {
        var (exact, whole) = (amount.nearestPrice * 1_000, Decimal())
        NSDecimalRound(&whole, &exact, 0, .plain)
        return NSDecimalNumber(decimal: whole).int64Value
    }
}

extension CommercePlan: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.items.check(lines.count, "the number of items")
        for line in lines {
            try line.item.checkRanges()
            try StoredRange.thousandths.check(line.increase?.price, "price of an increase")
            try (0...12).check(line.offerPeriodsLeft, "offerPeriodsLeft")
        }
    }
}
