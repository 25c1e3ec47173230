import AppStoreModels
import AppStoreServerClient
import Foundation

/// An app that was entered at the console.
struct StoredApp: Sendable, Hashable {
    /// The first names it.
    var bundleIDs: [String]
    var appAppleID: Int64?
    /// Raw values; nil for those of the server.
    var environments: [String]?
    var customerTokens = CustomerTokenRule.off
    var sharedSecret: String?
    var key: Key?

    /// An In-App Purchase key.
    struct Key: Sendable, Hashable {
        var keyID: String
        var issuerID: String
        var privateKey: String

        /// - Throws: ``ServerAPIError`` if it is none.
        func access(_ addresses: ServerAPIAddresses) throws(ServerAPIError) -> ServerAPIAccess {
            ServerAPIAccess(
                key: try InAppPurchaseKey(pem: privateKey, keyID: keyID, issuerID: issuerID),
                addresses: addresses
            )
        }
    }

    /// As it is served. A key that cannot be read any more is none: it was looked at when it was entered.
    func served(_ addresses: ServerAPIAddresses) -> ServedApp {
        var app = ServedApp(bundleIDs: bundleIDs, appAppleID: appAppleID)
        app.sharedSecret = sharedSecret.map { AppSharedSecret($0) }
        app.environments = environments.map { Set($0.map(AppStoreEnvironment.init(rawValue:))) }
        app.customerTokens = customerTokens
        app.serverAPI = try? key?.access(addresses)
        return app
    }

    /// As it is stored, with its secrets.
    var json: JSONObject {
        var json: JSONObject = [
            "bundleIds": .array(bundleIDs.map(JSONValue.string)), "customerTokens": .string(customerTokens.rawValue),
        ]
        json[integer: "appAppleId"] = appAppleID
        json[array: "environments"] = environments?.map(JSONValue.string)
        json[string: "sharedSecret"] = sharedSecret
        if let key {
            json[object: "serverApiKey"] = [
                "keyId": .string(key.keyID), "issuerId": .string(key.issuerID), "privateKey": .string(key.privateKey),
            ]
        }
        return json
    }

    init(bundleIDs: [String]) { self.bundleIDs = bundleIDs }

    /// - Returns: nil if it is none.
    init?(json: JSONObject) {
        let names = json[array: "bundleIds"]?.compactMap(\.string) ?? []
        guard !names.isEmpty else { return nil }
        bundleIDs = names
        appAppleID = json[integer: "appAppleId"]
        environments = json[array: "environments"]?.compactMap(\.string)
        customerTokens = json[string: "customerTokens"].flatMap(CustomerTokenRule.init) ?? .off
        sharedSecret = json[string: "sharedSecret"]
        if let key = json[object: "serverApiKey"], let keyID = key[string: "keyId"],
            let issuerID = key[string: "issuerId"], let privateKey = key[string: "privateKey"]
        {
            self.key = Key(keyID: keyID, issuerID: issuerID, privateKey: privateKey)
        }
    }
}
