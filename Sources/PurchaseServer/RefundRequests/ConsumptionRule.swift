import AppStoreModels
import Foundation

/// What the App Store is told of the use of a purchase: a pure function of what is known and what the developer wants.
struct ConsumptionRule: Sendable {
    let policy: ConsumptionPolicy
    let date: Date

    /// - Returns: nil without consent.
    func answer(about use: PurchaseUse) -> ConsumptionAnswer? {
        guard policy.customersHaveConsented else { return nil }
        let isForVersion1 = use.productType == .consumable || use.productType == .autoRenewableSubscription
        return policy.version == .one && isForVersion1
            ? ConsumptionAnswer(version: .one, body: version1(use))
            : ConsumptionAnswer(version: .two, body: version2(use))
    }

    private func version2(_ use: PurchaseUse) -> JSONObject {
        var request = ConsumptionRequest(json: JSONObject())
        request.customerConsented = true
        request.sampleContentProvided = policy.offersSamples
        request.deliveryStatus = use.isDelivered ? .delivered : .undeliveredOther
        request.consumptionPercentage = use.consumed
        request.refundPreference = preference(use)
        return request.json
    }

    private func version1(_ use: PurchaseUse) -> JSONObject {
        var request = ConsumptionRequestV1(json: JSONObject())
        request.customerConsented = true
        request.consumptionStatus = use.consumed.map { $0 <= 0 ? 1 : $0 >= 100_000 ? 3 : 2 } ?? 0
        request.platform = 1
        request.sampleContentProvided = policy.offersSamples
        request.deliveryStatus = use.isDelivered ? 0 : 5
        request.appAccountToken = use.appAccountToken?.uuidString.lowercased() ?? ""
        request.accountTenure = use.customerSince.map { Self.step($0.distance(to: date) / 86_400, Self.days) } ?? 0
        request.playTime = 0
        request.lifetimeDollarsRefunded = Self.dollars(use.dollarsRefunded)
        request.lifetimeDollarsPurchased = Self.dollars(use.dollarsPurchased)
        request.userStatus = use.isDelivered ? 1 : 0
        switch preference(use) {
        case nil: request.refundPreference = policy.preference == .none ? 0 : 3
        case .decline?: request.refundPreference = 2
        // The first version knows no part of a price.
        case .grantProrated?: request.refundPreference = policy.preference == .byUse ? 3 : 1
        default: request.refundPreference = 1
        }
        return request.json
    }

    private func preference(_ use: PurchaseUse) -> RefundPreference? {
        switch policy.preference {
        case .none: return nil
        case .decline: return .decline
        case .grantFull: return .grantFull
        case .grantProrated: return .grantProrated
        case .byUse:
            guard use.isDelivered else { return .grantFull }
            return use.consumed.map { $0 <= 0 ? .grantFull : $0 >= 100_000 ? .decline : .grantProrated }
        }
    }

    /// Apple's steps of the age of an account: up to so many days; more is the seventh.
    private static let days: [Double] = [3, 10, 30, 90, 180, 365]

    /// The number of the first step that a value is below, from 1.
    private static func step(_ value: Double, _ bounds: [Double]) -> Int {
        (bounds.firstIndex { value < $0 } ?? bounds.count) + 1
    }

    /// Apple's steps of sums: nothing, less than 50, 100, 500, 1000, 2000, more; 0 is undeclared.
    private static func dollars(_ sum: Decimal?) -> Int {
        guard let sum else { return 0 }
        return sum <= 0 ? 1 : step(Double(truncating: sum as NSDecimalNumber), [50, 100, 500, 1_000, 2_000]) + 1
    }
}
