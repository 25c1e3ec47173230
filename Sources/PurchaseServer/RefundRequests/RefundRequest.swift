import AppStoreModels
import Foundation

/// A customer's wish to have the money back, about which the App Store wants to hear.
struct RefundRequest: Sendable, Hashable {
    /// The notification that told of it.
    let notification: String
    let environment: AppStoreEnvironment
    let originalTransactionID: String
    let transactionID: String
    let bundleID: String
    /// How often the answer was sent in vain.
    let attempts: Int
    /// The answer, once it was made: it is the same in every attempt.
    let answer: ConsumptionAnswer?

    var chain: ChainKey { ChainKey(environment: environment, originalTransactionID: originalTransactionID) }

    /// How long, in seconds, the App Store waits for an answer.
    static let patience: TimeInterval = 12 * 3_600
}

/// What the App Store is told of the use of a purchase.
struct ConsumptionAnswer: Sendable, Hashable {
    let version: ConsumptionPolicy.Version
    /// The body of the call.
    let body: JSONObject

    var json: JSONObject { ["version": .number(JSONNumber(Int64(version.rawValue))), "body": .object(body)] }

    init(version: ConsumptionPolicy.Version, body: JSONObject) {
        self.version = version
        self.body = body
    }

    /// - Returns: nil if it is none.
    init?(json: JSONObject) {
        guard let number = json[integer: "version"].flatMap(Int.init(exactly:)),
            let version = ConsumptionPolicy.Version(rawValue: number), let body = json[object: "body"]
        else { return nil }
        self.init(version: version, body: body)
    }
}
