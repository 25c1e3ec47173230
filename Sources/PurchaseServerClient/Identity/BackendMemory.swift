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
        let clock: StatementClock.Progress
    }

    /// Who uses the app; nil if that was never kept, or is damaged.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`, where nobody can say whether something is kept: the Keychain
    ///   is locked until somebody has unlocked the device once. What is there must not be replaced then.
    func customer() throws(PurchaseBackendError) -> AppCustomer? {
        guard let data = try data(Self.customerKey), let json = Self.object(data), let name = json[string: "customer"]
        else { return nil }
        return try? AppCustomer(named: name, token: json[string: "customerToken"])
    }

    func keep(_ customer: AppCustomer) throws(PurchaseBackendError) {
        var json: JSONObject = ["customer": .string(customer.name)]
        json[string: "customerToken"] = customer.token
        try set(json, Self.customerKey)
    }

    /// What the server said last; nil if nothing is kept.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`, or `malformedAnswer` for what is damaged.
    func statement() throws(PurchaseBackendError) -> Record? {
        guard let data = try data(Self.statementKey) else { return nil }
        guard let json = Self.object(data), let text = json[string: "signedStatement"],
            let nonce = json[string: "nonce"], let clock = json[object: "clock"].flatMap(StatementClock.Progress.init)
        else {
            throw PurchaseBackendError(.malformedAnswer, "what was kept of the server's last word is damaged")
        }
        return Record(text: text, nonce: nonce, clock: clock)
    }

    func keep(_ statement: SignedStatement, _ clock: StatementClock) throws(PurchaseBackendError) {
        try set(
            [
                "signedStatement": .string(statement.text), "nonce": .string(statement.nonce),
                "clock": .object(clock.progress.json),
            ],
            Self.statementKey
        )
    }

    func forgetStatement() { try? storage.set(nil, forKey: Self.statementKey) }

    private func data(_ key: String) throws(PurchaseBackendError) -> Data? {
        do { return try storage.data(forKey: key) } catch {
            throw PurchaseBackendError(
                .storageFailed,
                "the device cannot say what it keeps (\(error)); ask again later"
            )
        }
    }

    private static func object(_ data: Data) -> JSONObject? {
        guard data.count <= longestRecord else { return nil }
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
