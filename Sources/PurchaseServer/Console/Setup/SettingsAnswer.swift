import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import PurchaseFigures

/// What the server is set up with, and where each part of it comes from; no secret stands in it.
struct SettingsAnswer {
    /// Where something comes from.
    private enum Origin: String {
        /// A flag, a variable, the file, or the program that runs the server.
        case fixed
        /// Somebody at the console.
        case console
        /// Nobody: it is what is usual.
        case usual
    }

    let fixed: PurchaseServerConfiguration
    let stored: StoredSettings
    let complete: PurchaseServerConfiguration

    var json: JSONObject {
        var json = JSONObject()
        json[integer: "revision"] = stored.revision
        let fixedApps = fixed.apps.map { self.json(of: $0, .fixed) }
        json[array: "apps"] = (fixedApps + stored.apps.map(self.json)).map(JSONValue.object)
        json[array: "levels"] = (fixedLevels + storedLevels).map(JSONValue.object)
        json[array: "credits"] = complete.customers.ledger.products.map { product -> JSONValue in
            ["productId": .string(product.productID), "amounts": product.amounts.json]
        }
        json[array: "policies"] =
            ConsolePolicy.allCases.filter { $0.matters(to: complete) }.map { .object(self.json(of: $0)) } + [
                [
                    "name": "Currency of figures",
                    "value": .string(complete.figures?.rates.reportingCurrency ?? "no figures are kept"),
                    "origin": .string(Origin.fixed.rawValue),
                ]
            ]
        json[array: "eventTypes"] = PurchaseEventType.all
            .filter { ![.appStoreNotification, .test].contains($0) }.map { .string($0.rawValue) }
        json[string: "notificationAddress"] = complete.notificationAddress
        let address =
            fixed.notificationAddress != nil ? Origin.fixed : stored.notificationAddress != nil ? .console : .usual
        json[string: "notificationAddressOrigin"] = address.rawValue
        return json
    }

    private func json(of app: ServedApp, _ origin: Origin) -> JSONObject {
        let environments = (app.environments ?? fixed.environments).map(\.rawValue).sorted()
        var json: JSONObject = [
            "bundleIds": .array(app.bundleIDs.map(JSONValue.string)),
            "environments": .array(environments.map(JSONValue.string)),
            "asksServerApi": .bool(app.serverAPI != nil || fixed.serverAPI != nil),
            "customerTokens": .string(app.customerTokens.rawValue),
            "hasSharedSecret": .bool((app.sharedSecret ?? fixed.sharedSecret) != nil),
            "origin": .string(origin.rawValue),
        ]
        json[integer: "appAppleId"] = app.appAppleID
        json[string: "serverApiKeyId"] = (app.serverAPI ?? fixed.serverAPI)?.key.keyID
        return json
    }

    private func json(of app: StoredApp) -> JSONObject {
        var json = self.json(of: app.served(fixed.serverAPI?.addresses ?? .apple), .console)
        // A flag or the file names it by now, and says what it is.
        let others = Set(fixed.apps.flatMap(\.bundleIDs))
        json[boolean: "isSetAside"] = others.isDisjoint(with: app.bundleIDs) ? nil : true
        return json
    }

    private var fixedLevels: [JSONObject] {
        fixed.customers.levels.levels.map { level in
            Self.json(level.level.rawValue, level.productIDs.sorted(), .fixed)
        }
    }

    private var storedLevels: [JSONObject] {
        let known = Set(fixed.customers.levels.levels.map(\.level.rawValue))
        return stored.levels.map { level in
            var json = Self.json(level.name, level.productIDs, .console)
            json[boolean: "isSetAside"] = known.contains(level.name) ? true : nil
            return json
        }
    }

    private static func json(_ level: String, _ products: [String], _ origin: Origin) -> JSONObject {
        [
            "level": .string(level), "productIds": .array(products.map(JSONValue.string)),
            "origin": .string(origin.rawValue),
        ]
    }

    private func json(of policy: ConsolePolicy) -> JSONObject {
        let origin: Origin =
            fixed.fixedPolicies.contains(policy.rawValue) ? .fixed : stored.policies[policy] != nil ? .console : .usual
        var json: JSONObject = [
            "policy": .string(policy.rawValue), "name": .string(policy.title),
            "value": .string(policy.value(in: complete)), "origin": .string(origin.rawValue),
        ]
        if !policy.choices.isEmpty { json[array: "choices"] = policy.choices.map(JSONValue.string) }
        if let range = policy.range {
            json[integer: "least"] = Int64(range.lowerBound)
            json[integer: "most"] = Int64(range.upperBound)
        }
        return json
    }
}
