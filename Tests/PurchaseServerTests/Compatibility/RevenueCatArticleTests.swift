import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import PurchaseServer

/// That interface is not in our own OpenAPI document, whose schemas and errors are ours: its article has its calls instead.
@Suite("The articles about coming and switching", .timeLimit(.minutes(15)))
struct RevenueCatArticleTests {
    private static func article(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = "Sources/PurchaseServer/PurchaseServer.docc/\(name).md"
        return try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    }

    private static func rows() throws -> [(method: String, path: String, key: String)] {
        try article("SwitchingFromRevenueCat").matches(of: /\| `(GET|POST|DELETE) (\/[^`]+)` \| ([^|]+) \|/).map {
            (String($0.1), String($0.2), String($0.3))
        }
    }

    @Test("Every call that is answered is in the article, and everything in the article is answered, once")
    func bothWays() throws {
        var world = try World()
        let own = Set(try world.server().router.routes.map { "\($0.method.rawValue) \($0.path)" })
        world.configuration.answersRevenueCat = true
        let all = Set(try world.server().router.routes.map { "\($0.method.rawValue) \($0.path)" })
        let documented = try Self.rows().map { "\($0.method) \(RevenueCatMiddleware.path)\($0.path)" }
        #expect(all.subtracting(own).symmetricDifference(documented).sorted() == [])
        #expect(Set(documented).count == documented.count)
        #expect(documented.count == 15)
    }

    @Test("Each call in the article runs, and wants the key that the article names")
    func eachCall() async throws {
        let rows = try Self.rows()
        try await RevenueCatCaller.with { caller in
            try await caller.buy()
            let offering = #"{"productIds":["com.example.app.monthly"]}"#
            let headers = caller.headers(caller.backend)
            #expect(try await caller.client.put("/v1/offerings/spring", offering, headers: headers).status == 200)
            // Who is forgotten is asked about no more.
            for row in rows.sorted(by: { $0.path.count > $1.path.count })
            where row.method != "DELETE" || row.path.count > 20 {
                let path = row.path.replacingOccurrences(of: "{id}", with: "flora")
                    .replacingOccurrences(of: "{entitlement}", with: "gold")
                    .replacingOccurrences(of: "{offering}", with: "spring")
                    .replacingOccurrences(of: "{transaction}", with: "2001")
                func ask(_ key: String?) async throws -> Answer {
                    switch row.method {
                    case "GET": try await caller.get(path, as: key)
                    case "DELETE": try await caller.delete(path, as: key)
                    default: try await caller.post(path, Self.body(of: row.path), as: key, RevenueCatCaller.onPhone)
                    }
                }
                let byServer = try await ask(caller.backend)
                // Without an In-App Purchase key nothing can be extended; that is said in so many words.
                let isExtending = row.path.hasSuffix("/extend")
                #expect(
                    isExtending ? byServer.code == 7234 : (200..<300).contains(byServer.status),
                    "\(row) \(byServer.json)"
                )
                let byApp = try await ask(caller.app)
                #expect((byApp.status == 403) == !(row.key.hasPrefix("app") || row.key == "none"), "\(row)")
                let byNobody = try await ask(nil)
                #expect((byNobody.status == 401) == (row.key != "none"), "\(row)")
            }
            #expect(try await caller.delete("/subscribers/flora", as: caller.backend).status == 200)
        }
    }

    private static func body(of path: String) throws -> JSONValue {
        switch path {
        case "/receipts":
            ["app_user_id": "flora", "fetch_token": .string(try SampleReceipt.signed().base64EncodedString())]
        case "/subscribers/identify": ["app_user_id": "$RCAnonymousID:77", "new_app_user_id": "flora"]
        case "/subscribers/{id}/attributes": ["attributes": ["plan": ["value": "gold"]]]
        case "/subscribers/{id}/subscriptions/{transaction}/extend": ["extend_by_days": 3, "extend_reason_code": 1]
        default: ["duration": "weekly"]
        }
    }

    @Test("Every code of a row is in the article about importing, every table among what an export has or has not")
    func codes() throws {
        let article = try Self.article("ComingFromElsewhere")
        for code in ImportOutcome.Code.allCases where code != .imported {
            #expect(article.contains("`\(code.rawValue)`"), "\(code.rawValue)")
        }
        let parts = article.components(separatedBy: "\n| left out |")
        #expect(parts.count == 2)
        for table in ExportedTable.names { #expect(parts[0].contains("`\(table)`"), "\(table)") }
        for table in ExportedTable.leftOut.keys { #expect(parts.last?.contains("`\(table)`") == true, "\(table)") }
        for role in ImportColumns.Role.allCases { #expect(article.contains("`\(role.rawValue)`"), "\(role.rawValue)") }
    }
}
