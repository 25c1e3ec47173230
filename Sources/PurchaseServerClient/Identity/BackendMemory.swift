import AppStoreModels
import Foundation
import SwiftyStoreKit

/// What is kept across launches: who uses the app, and what the server said last.
///
/// What is read again is verified again. A record that is damaged is as good as none.
struct BackendMemory: Sendable {
    let storage: any KeyValueStorage

    private static let customerKey = "purchase-server-customer"
    private static let statementKey = "purchase-server-statement"
    private static let longestRecord = 2 * SignedStatement.maximumLength

    /// A statement as it was kept, not yet verified.
    struct Record: Sendable {
        let text: String
        let nonce: String
        var clock: StatementClock
    }

    func customer() -> AppCustomer? {
        guard let json = object(Self.customerKey), let name = json[string: "customer"] else { return nil }
        return try? AppCustomer(named: name, token: json[string: "customerToken"])
    }

    func keep(_ customer: AppCustomer) throws(PurchaseBackendError) {
        var json: JSONObject = ["customer": .string(customer.name)]
        json[string: "customerToken"] = customer.token
        try set(json, Self.customerKey)
    }

    func statement() -> Record? {
        guard let json = object(Self.statementKey), let text = json[string: "signedStatement"],
            let nonce = json[string: "nonce"], let clock = json[object: "clock"].flatMap(StatementClock.init)
        else { return nil }
        return Record(text: text, nonce: nonce, clock: clock)
    }

    /// Whether something is kept, whatever it is.
    var hasStatement: Bool { ((try? storage.data(forKey: Self.statementKey)) ?? nil) != nil }

    func keep(_ statement: SignedStatement, _ clock: StatementClock) throws(PurchaseBackendError) {
        try set(
            [
                "signedStatement": .string(statement.text), "nonce": .string(statement.nonce),
                "clock": .object(clock.json),
            ],
            Self.statementKey
        )
    }

    func forgetStatement() { try? storage.set(nil, forKey: Self.statementKey) }

    private func object(_ key: String) -> JSONObject? {
        guard let data = (try? storage.data(forKey: key)) ?? nil, data.count <= Self.longestRecord else { return nil }
        return (try? JSONValue(parsing: data))?.object
    }

    private func set(_ json: JSONObject, _ key: String) throws(PurchaseBackendError) {
        do {
            try storage.set(JSONValue.object(json).jsonData, forKey: key)
        } catch {
            throw PurchaseBackendError(.storageFailed, "the device could not keep it (\(error)); make room on it")
        }
    }
}
