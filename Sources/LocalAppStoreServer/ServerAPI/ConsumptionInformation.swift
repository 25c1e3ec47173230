import AppStoreModels
import Foundation
import LocalAppStore

/// Reads what a developer's server tells of the use of a purchase. Members that Apple does not know are passed over.
enum ConsumptionInformation {
    /// A member of the first version that is a number from 0, and the code for what is none or missing.
    private struct Number {
        let name: String
        let greatest: Int64
        let code: Int
    }

    private static let numbers = [
        Number(name: "consumptionStatus", greatest: 3, code: 4_000_034),
        Number(name: "platform", greatest: 2, code: 4_000_039),
        Number(name: "deliveryStatus", greatest: 5, code: 4_000_036),
        Number(name: "accountTenure", greatest: 7, code: 4_000_032),
        Number(name: "playTime", greatest: 7, code: 4_000_040),
        Number(name: "lifetimeDollarsRefunded", greatest: 7, code: 4_000_038),
        Number(name: "lifetimeDollarsPurchased", greatest: 7, code: 4_000_037),
        Number(name: "userStatus", greatest: 4, code: 4_000_042),
    ]

    /// The words of the second version for the delivery statuses of the first; the fifth, a change of the currency in the
    /// game, has none.
    private static let deliveryStatuses = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER", "UNDELIVERED_OTHER",
    ]

    /// The body of the first version: numbers, all required but the preference.
    ///
    /// - Throws: 4000032 to 4000042 for what is missing or wrong, 4000000 for the preference
    static func version1(_ body: JSONObject) throws(ServerAPIError) -> StoreConsumptionAnswer {
        try checkConsent(body)
        let isSampled = try sampleContentProvided(body)
        guard let token = body["appAccountToken"]?.string, token.isEmpty || UUID(uuidString: token) != nil else {
            throw ServerAPIError(4_000_033, "Invalid request. The app account token field is invalid.")
        }
        var details: [String: Int] = [:]
        for number in numbers {
            guard let value = body[number.name]?.wholeNumber, (0...number.greatest).contains(value) else {
                throw ServerAPIError(number.code, "Invalid request. The \(number.name) field is invalid.")
            }
            details[number.name] = Int(value)
        }
        let status = details.removeValue(forKey: "deliveryStatus") ?? 0
        return StoreConsumptionAnswer(
            version: 1,
            refundPreference: try preferenceNumber(body),
            deliveryStatus: deliveryStatuses[status],
            sampleContentProvided: isSampled,
            details: details
        )
    }

    /// The body of the second version: words.
    ///
    /// - Throws: 4000035, 4000036, 4000041 for what is missing or wrong, 4000000 for what has no code of its own
    static func version2(_ body: JSONObject) throws(ServerAPIError) -> StoreConsumptionAnswer {
        try checkConsent(body)
        let isSampled = try sampleContentProvided(body)
        guard let status = body["deliveryStatus"]?.string, deliveryStatuses.contains(status) else {
            throw ServerAPIError(4_000_036, "Invalid request. The deliveryStatus field is invalid.")
        }
        var percentage: Int?
        if let value = body["consumptionPercentage"], value != .null {
            guard let number = value.wholeNumber, (0...100_000).contains(number) else {
                throw .badRequest("Invalid request. The consumptionPercentage field is a number from 0 to 100000.")
            }
            percentage = Int(number)
        }
        var preference: StoreRefundPreference?
        if let value = body["refundPreference"], value != .null {
            preference = value.string.map(StoreRefundPreference.init(rawValue:))
            guard let preference, StoreRefundPreference.all.contains(preference) else {
                throw .badRequest("Invalid request. The refundPreference field is invalid.")
            }
        }
        return StoreConsumptionAnswer(
            refundPreference: preference,
            consumptionPercentage: percentage,
            deliveryStatus: status,
            sampleContentProvided: isSampled
        )
    }

    private static func checkConsent(_ body: JSONObject) throws(ServerAPIError) {
        guard body["customerConsented"]?.flag == true else {
            throw ServerAPIError(4_000_035, "Invalid request. The customer must have consented.")
        }
    }

    private static func sampleContentProvided(_ body: JSONObject) throws(ServerAPIError) -> Bool {
        guard let flag = body["sampleContentProvided"]?.flag else {
            throw ServerAPIError(4_000_041, "Invalid request. The sampleContentProvided field is invalid.")
        }
        return flag
    }

    /// 1 prefers to grant it, 2 to decline it; 0 and 3 say nothing.
    private static func preferenceNumber(_ body: JSONObject) throws(ServerAPIError) -> StoreRefundPreference? {
        guard let value = body["refundPreference"], value != .null else { return nil }
        switch value.wholeNumber {
        case 0, 3: return nil
        case 1: return .grantFull
        case 2: return .decline
        default: throw .badRequest("Invalid request. The refundPreference field is a number from 0 to 3.")
        }
    }
}
