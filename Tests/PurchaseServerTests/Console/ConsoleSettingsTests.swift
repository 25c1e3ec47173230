import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Setting up without files")
struct ConsoleSettingsTests {
    private static let app = "/v1/settings/apps/com.example.second"

    private func settings(_ client: any TestClientProtocol) async throws -> JSONObject {
        try await client.get("/v1/settings").json
    }

    private func named(_ list: String, _ member: String, in json: JSONObject) -> [String] {
        json[array: list]?.compactMap(\.object).map { object in
            let name = object[string: member] ?? object[array: member]?.first?.string ?? ""
            return "\(name) \(object[string: "origin"] ?? "")"
        } ?? []
    }

    @Test("Apps, levels, policies and the address are kept, told with where they come from, and taken back")
    func story() async throws {
        var world = try World()
        world.configuration.customers.levels = try LevelCatalogue([.init("silver", productIDs: ["monthly"])])
        world.configuration.fixedPolicies = ["leeway"]
        try await world.test { client, _ in
            #expect(
                try await client.put(Self.app, #"{"sharedSecret":"hush hush","environments":["Sandbox"]}"#).status
                    == 200
            )
            #expect(
                try await client.put("/v1/settings/levels/gold", #"{"productIds":["yearly","monthly"]}"#).status == 200
            )
            #expect(try await client.put("/v1/settings/policies/ownership", #"{"value":"refuse"}"#).status == 200)
            let address = #"{"address":"https://shop.example/apple/notifications"}"#
            #expect(try await client.put("/v1/settings/notification-address", address).status == 200)
            let json = try await settings(client)
            #expect(json[integer: "revision"] == 4)
            #expect(named("apps", "bundleIds", in: json) == ["com.example.app fixed", "com.example.second console"])
            #expect(named("levels", "level", in: json) == ["silver fixed", "gold console"])
            #expect(
                named("policies", "policy", in: json).prefix(4) == [
                    "ownership console", "ownershipOutsideProduction usual", "refunds usual", "leeway fixed",
                ]
            )
            #expect(json[array: "policies"]?.first?.object?[string: "value"] == "refuse")
            #expect(json[string: "notificationAddress"] == "https://shop.example/apple/notifications")
            #expect(!JSONValue.object(json).serialized().contains("hush hush"))
            #expect(json[array: "apps"]?.last?.object?[boolean: "hasSharedSecret"] == true)
        }
        // A server that starts later goes by it, and a change keeps the secret that is not said again.
        try await world.test { client, server in
            #expect(server.configuration.apps.map(\.bundleIDs) == [["com.example.app"], ["com.example.second"]])
            #expect(server.configuration.apps.last?.sharedSecret == AppSharedSecret("hush hush"))
            #expect(server.configuration.apps.last?.environments == [.sandbox])
            #expect(server.configuration.customers.levels.levels(grantedBy: "yearly") == ["gold"])
            #expect(server.storage.terms.ownership.standard == .refuse)
            let changed = try await client.put(Self.app, #"{"environments":["Production"]}"#)
            #expect(changed.status == 200)
            for path in [Self.app, "/v1/settings/levels/gold", "/v1/settings/policies/ownership"] {
                #expect(try await client.delete(path).status == 200, "\(path)")
                #expect(try await client.delete(path).errorCode == "unknown-setting", "\(path)")
            }
            #expect(try await client.delete("/v1/settings/notification-address").status == 200)
            #expect(try await settings(client)[string: "notificationAddress"] == nil)
        }
        let server = try world.server()
        #expect(server.configuration.apps.count == 1)
        #expect(server.storage.terms.ownership.standard == .transfer)
    }

    @Test("What a flag or the file says stands, and is said to have the better of it")
    func fixed() async throws {
        var world = try World()
        try await world.test { client, _ in
            _ = try await client.put(Self.app, "{}")
            _ = try await client.put("/v1/settings/levels/gold", #"{"productIds":["a"]}"#)
            _ = try await client.put("/v1/settings/policies/leeway", #"{"value":"60"}"#)
        }
        world.configuration.apps.append(ServedApp(bundleIDs: ["com.example.second"], environments: [.production]))
        world.configuration.customers.levels = try LevelCatalogue([.init("gold", productIDs: ["b"])])
        world.configuration.fixedPolicies = ["leeway"]
        let leeway = world.configuration.entitlementRules.leewayAfterExpiry
        world.configuration.notificationAddress = "https://fixed.example/apple/notifications"
        try await world.test { client, server in
            #expect(server.configuration.apps.count == 2)
            #expect(server.configuration.customers.levels.levels(grantedBy: "b") == ["gold"])
            #expect(server.configuration.customers.levels.levels(grantedBy: "a") == [])
            #expect(server.configuration.entitlementRules.leewayAfterExpiry == leeway)
            #expect(leeway != 60)
            let json = try await settings(client)
            #expect(json[array: "apps"]?.last?.object?[boolean: "isSetAside"] == true)
            #expect(json[array: "levels"]?.last?.object?[boolean: "isSetAside"] == true)
            let refused = try await client.put("/v1/settings/policies/leeway", #"{"value":"5"}"#)
            #expect(refused.errorCode == "setting-fixed")
            let address = try await client.put("/v1/settings/notification-address", #"{"address":"https://a.example"}"#)
            #expect(address.errorCode == "setting-fixed")
        }
    }

    @Test("Another factor for weeks has all figures booked again by it; without figures there is none to choose")
    func weekFactor() async throws {
        var world = try World()
        try await world.test { client, _ in
            let names = try await settings(client)[array: "policies"]?.compactMap { $0.object?[string: "policy"] } ?? []
            #expect(!names.contains("weekFactor") && names.contains("leeway"))
        }
        world.configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        let now = world.now
        try await world.test { client, server in
            server.settings.begin(server)
            let fact = Purchases.fact("week", at: now - 86_400) { fact in
                (fact.expiresDate, fact.price, fact.currency) = (now + 6 * 86_400, 7, "USD")
            }
            try await server.storage.upload([fact], by: "anna", at: now)
            func recurring(_ server: PurchaseServerApplication) async throws -> String? {
                try await server.bookFiguresDue()
                let series = try await client.get("/v1/figures/mrr?by=all").json[object: "series"]
                let line = series?[array: "lines"]?.first?.object
                return line?[array: "points"]?.last?.object?[object: "value"]?[string: "money"]
            }
            #expect(try await recurring(server) == "28")
            let put = try await client.put("/v1/settings/policies/weekFactor", #"{"value":"calendar"}"#)
            #expect(put.status == 200)
            let next = try #require(server.settings.serving?.application)
            #expect(try await recurring(next)?.hasPrefix("30.41") == true)
            let refused = try await client.put("/v1/settings/policies/weekFactor", #"{"value":"moon"}"#)
            #expect(refused.errorCode == "invalid-body")
        }
    }

    @Test("A change forgets nothing of how the App Store answers, and dates stay whole milliseconds")
    func goingOn() async throws {
        var world = try World()
        world.store.set(world.answer())
        let clock = world.clock
        world.configuration.now = { clock.withLock { $0 } + 0.000_4 }
        try await world.test { client, server in
            server.settings.begin(server)
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let before = try await client.get("/v1/activity").json[array: "appStore"]
            #expect(before?.isEmpty == false)
            #expect(try await client.put(Self.app, "{}").status == 200)
            #expect(try await client.get("/v1/activity").json[array: "appStore"] == before)
            let next = try #require(server.settings.serving?.application)
            #expect(next !== server)
            #expect(next.configuration.now() == server.configuration.now())
            #expect(next.configuration.now() == clock.withLock { $0 })
        }
    }

    @Test(
        "What cannot be is refused, and nothing changes",
        arguments: [
            ("apps/com.example.second", #"{"environments":["Xcode"]}"#, "invalid-body"),
            ("apps/com.example.second", #"{"environments":[]}"#, "invalid-body"),
            ("apps/com.example.second", #"{"customerTokens":"maybe"}"#, "invalid-body"),
            ("apps/com.example.second", #"{"moreBundleIds":["com.example.app"]}"#, "settings-refused"),
            ("apps/com.example.app", "{}", "setting-fixed"),
            (
                "apps/com.example.second",
                #"{"serverApiKey":{"keyId":"A","issuerId":"B","privateKey":"no key"}}"#,
                "invalid-body"
            ),
            ("levels/gold", #"{"productIds":"monthly"}"#, "invalid-body"),
            ("policies/ownership", #"{"value":"mine"}"#, "invalid-body"),
            ("policies/leeway", #"{"value":"-1"}"#, "invalid-body"),
            ("policies/weather", #"{"value":"sunny"}"#, "unknown-setting"),
            ("notification-address", #"{"address":"http://127.0.0.1:99999/"}"#, "invalid-body"),
            ("notification-address", #"{"address":"ftp://a.example"}"#, "invalid-body"),
            ("notification-address", #"{"address":"somewhere"}"#, "invalid-body"),
        ]
    )
    func refusals(path: String, body: String, code: String) async throws {
        try await World().test { client, server in
            let answer = try await client.put("/v1/settings/\(path)", body)
            #expect(answer.errorCode == code)
            let json = try await settings(client)
            #expect(json[integer: "revision"] == 0)
            let stored = try await server.storage.storedSettings()
            #expect(stored == StoredSettings())
        }
    }

    @Test("Of a key that is there by half it is said what is missing", arguments: ["keyId", "issuerId", "privateKey"])
    func halfKey(missing: String) async throws {
        let rest = ["keyId", "issuerId", "privateKey"].filter { $0 != missing }.map { #""\#($0)":"A""# }
        try await World().test { client, _ in
            let answer = try await client.put(Self.app, #"{"serverApiKey":{\#(rest.joined(separator: ","))}}"#)
            #expect(answer.status == 400)
            let message = answer.json[object: "error"]?[string: "message"] ?? ""
            #expect(message.hasPrefix("\"\(missing)\" must be"), "\(message)")
        }
    }

    @Test("Without a console a server needs an app; with one it starts and is told at the console")
    func noApp() async throws {
        var world = try World()
        world.configuration.apps = []
        let error = #expect(throws: PurchaseServerError.self) { try world.server() }
        #expect(error?.code == .configuration)
        world.configuration.console = ConsoleAccess(adminSecret: ConsoleVisit.admin)
        try await world.test { client, _ in
            let json = try await settings(client)
            #expect(json[array: "apps"]?.isEmpty == true)
            let answer = try await client.put(Self.app, "{}")
            #expect(answer.status == 200)
        }
    }

    @Test("A running server goes by a change at once, and whoever is logged in stays so", .timeLimit(.minutes(5)))
    func live() async throws {
        var world = try ConsoleVisit.world()
        world.prepareToListen()
        try await PurchaseServerApplication.withRunning(world.configuration) { server, url in
            let fact = Purchases.fact("a", product: "yearly", lasts: nil, at: Purchases.start)
            try await server.storage.upload([fact], by: "anna", at: Purchases.start)
            let visitor = try await ConsoleVisitor.logIn(url)
            #expect(try await visitor.ask("GET", "/v1/customers/anna").json[array: "levels"]?.isEmpty == true)
            let put = try await visitor.ask("PUT", "/v1/settings/levels/gold", #"{"productIds":["yearly"]}"#)
            #expect(put.status == 200)
            let levels = try await visitor.ask("GET", "/v1/customers/anna").json[array: "levels"]
            #expect(levels?.compactMap { $0.object?[string: "level"] } == ["gold"])
            #expect(try await visitor.ask("PUT", Self.app, "{}").status == 200)
            let acts = try await visitor.ask("GET", "/v1/audit").json[array: "audit"]?.compactMap(\.object)
            #expect(acts?.map { $0[string: "target"] ?? "" }.prefix(2) == ["com.example.second", "gold"])
        }
    }
}
