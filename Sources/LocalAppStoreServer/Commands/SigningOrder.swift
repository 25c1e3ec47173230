public import AppStoreModels
import Foundation
import LocalAppStore

/// A payload that somebody has made up, to be signed as the App Store signs.
///
/// What the payload does not say of where it comes from, and when, is filled in from the store, as its ``Kind`` has it;
/// what it says stays as it is, also if it is wrong: that is what it was made up for.
public struct SigningOrder: Sendable, Hashable {
    /// What a payload is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A transaction: `bundleId`, `environment` and `signedDate` are filled in.
        case transaction
        /// Renewal information: `environment` and `signedDate` are filled in.
        case renewal
        /// An app transaction: `bundleId`, `applicationVersion`, `receiptType`, `receiptCreationDate` and `appAppleId` are
        /// filled in.
        case appTransaction
        /// A notification: `notificationUUID`, `version`, `signedDate`, and in `data` `bundleId`, `environment` and in
        /// production `appAppleId` are filled in. Where `signedTransactionInfo`, `signedRenewalInfo` or
        /// `signedAppTransactionInfo` is an object and no JWS, it is signed first.
        case notification
        /// Anything else; nothing is filled in.
        case any
    }

    /// What the payload is.
    public let kind: Kind
    /// What is to be signed.
    public let payload: JSONObject
    /// Whose data it is, for faults that strike one customer; nil for nobody's.
    public let account: String?

    /// An order.
    public init(_ kind: Kind, payload: JSONObject, account: String? = nil) {
        self.kind = kind
        self.payload = payload
        self.account = account
    }

    /// One of `{"kind":"transaction","payload":{…},"account":"flora"}`; without a kind it is `any`.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["kind", "payload", "account"])
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        kind =
            try body.optional("kind", "kind of payload; there are \(kinds)") { value in
                value.string.flatMap(Kind.init(rawValue:))
            } ?? .any
        guard let payload = body[object: "payload"] else {
            throw .invalidBody("the member \"payload\" is missing, or no object")
        }
        self.payload = payload
        account = try body.optionalText("account")
    }

    /// The order as a body has it.
    var body: JSONObject {
        var body: JSONObject = ["kind": .string(kind.rawValue), "payload": .object(payload)]
        body[string: "account"] = account
        return body
    }

    /// Signs the payload.
    ///
    /// - Throws: `unknownAccount`, `signingFailed`
    func sign(by store: LocalAppStore) throws(StoreError) -> String {
        if let account { _ = try store.account(account) }
        return try store.sign(SomePayload(json: try filled(kind, payload, store)), for: account)
    }

    private func filled(_ kind: Kind, _ payload: JSONObject, _ store: LocalAppStore) throws(StoreError) -> JSONObject {
        let (bundleID, environment) = (
            JSONValue.string(store.app.bundleID), JSONValue.string(store.environment.rawValue)
        )
        let now = JSONValue.number(JSONNumber(store.now.millisecondsSince1970))
        var payload = payload
        switch kind {
        case .transaction:
            payload.fill("bundleId", bundleID)
            payload.fill("environment", environment)
            payload.fill("signedDate", now)
        case .renewal:
            payload.fill("environment", environment)
            payload.fill("signedDate", now)
        case .appTransaction:
            payload.fill("bundleId", bundleID)
            payload.fill("applicationVersion", .string(store.app.version))
            payload.fill("receiptType", environment)
            payload.fill("receiptCreationDate", now)
            if store.environment == .production {
                payload.fill("appAppleId", .number(JSONNumber(store.app.appAppleID)))
            }
        case .notification:
            payload.fill("notificationUUID", .string(UUID().uuidString.lowercased()))
            payload.fill("version", "2.0")
            payload.fill("signedDate", now)
            if let data = payload[object: "data"] { payload["data"] = .object(try filled(data, store)) }
        case .any: break
        }
        return payload
    }

    /// The `data` of a notification.
    private func filled(_ data: JSONObject, _ store: LocalAppStore) throws(StoreError) -> JSONObject {
        var data = data
        data.fill("bundleId", .string(store.app.bundleID))
        data.fill("environment", .string(store.environment.rawValue))
        if store.environment == .production { data.fill("appAppleId", .number(JSONNumber(store.app.appAppleID))) }
        let parts: [(String, Kind)] = [
            ("signedTransactionInfo", .transaction), ("signedRenewalInfo", .renewal),
            ("signedAppTransactionInfo", .appTransaction),
        ]
        for (member, kind) in parts {
            guard let part = data[object: member] else { continue }
            data[member] = .string(try SigningOrder(kind, payload: part, account: account).sign(by: store))
        }
        return data
    }
}

/// A payload of any kind.
private struct SomePayload: JSONBacked {
    var json: JSONObject
}

extension JSONObject {
    /// Sets a member that is not there; one that is there stays, also null.
    fileprivate mutating func fill(_ key: String, _ value: JSONValue) {
        if self[key] == nil { self[key] = value }
    }
}
