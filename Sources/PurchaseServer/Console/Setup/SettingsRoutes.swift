import AppStoreModels
import Entitlements
import Foundation
import Hummingbird
import PurchaseFigures

/// `/v1/settings`: what the server is set up with, without a secret.
struct SettingsRoutes: Sendable {
    let configuration: PurchaseServerConfiguration

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("settings") { _, _ in json.response() }
    }

    var json: JSONObject {
        var json = JSONObject()
        json[array: "apps"] = configuration.apps.map { .object(self.json(of: $0)) }
        json[array: "levels"] = configuration.customers.levels.levels.map { level -> JSONValue in
            [
                "level": .string(level.level.rawValue),
                "productIds": .array(level.productIDs.sorted().map(JSONValue.string)),
            ]
        }
        json[array: "credits"] = configuration.customers.ledger.products.map { product -> JSONValue in
            ["productId": .string(product.productID), "amounts": product.amounts.json]
        }
        json[array: "policies"] = policies.map { policy -> JSONValue in
            ["name": .string(policy.key), "value": .string(policy.value)]
        }
        return json
    }

    private func json(of app: ServedApp) -> JSONObject {
        let environments = (app.environments ?? configuration.environments).map(\.rawValue).sorted()
        return [
            "bundleIds": .array(app.bundleIDs.map(JSONValue.string)),
            "environments": .array(environments.map(JSONValue.string)),
            "asksServerApi": .bool(app.serverAPI != nil || configuration.serverAPI != nil),
            "customerTokens": .string(app.customerTokens.rawValue),
        ]
    }

    private var policies: KeyValuePairs<String, String> {
        let ownership = configuration.customers.ownership
        return [
            "A purchase that turns up for another customer": ownership.standard.rawValue,
            "The same outside production": (ownership.outsideProduction ?? ownership.standard).rawValue,
            "What a refund takes back of a balance": configuration.customers.ledger.refundPolicy.rawValue,
            "Access after an end of which nothing was heard": Self.seconds(
                configuration.entitlementRules.leewayAfterExpiry
            ),
            "An app may go by a signed statement for": Self.seconds(configuration.statementLifetime),
            "Events are kept for": Self.seconds(configuration.eventRetention),
            "Currency of figures": configuration.figures?.rates.reportingCurrency ?? "no figures are kept",
        ]
    }

    private static func seconds(_ seconds: TimeInterval) -> String {
        seconds >= 86_400 ? "\((seconds / 8_640).rounded() / 10) days" : "\(Int(seconds.rounded())) seconds"
    }
}
