import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import PurchaseFigures
import Testing

@testable import PurchaseServer

@Suite("Texts with control characters over HTTP", .timeLimit(.minutes(15)))
struct ControlCharacterTests {
    private static func world(_ kind: StorageKind) async throws -> World {
        var world = try World()
        #if PostgreSQL && os(Linux)
            if kind == .postgresql { world.configuration.sharedDatabase = try await .fresh() }
        #endif
        world.configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        return world
    }

    /// Whether the server takes requests, as it says itself.
    private func expectReady(_ client: any TestClientProtocol) async throws {
        for path in ["/ready", "/health"] { #expect(try await client.get(path).json[string: "status"] == "ok") }
    }

    @Test(
        "A NUL in what is to be kept is refused, changes nothing, and says nothing about the disk",
        arguments: StorageKind.allCases
    )
    func bodies(kind: StorageKind) async throws {
        let transfer = #"{"from":"bob","to":"eve","reason":"a\u0000b"}"#
        try await Self.world(kind).test { client, _ in
            for text in [#"a\u0000b"#, #"\u0007"#, #"a\u0085b"#] {
                let answers = [
                    try await client.put("/v1/customers/bob/grants/g1", #"{"level":"pro","reason":"\#(text)"}"#),
                    try await client.put("/v1/customers/bob/grants/g1", #"{"level":"\#(text)"}"#),
                    try await client.put(
                        "/v1/customers/bob/entries/e1",
                        #"{"currency":"coins","amount":1,"reason":"\#(text)"}"#
                    ),
                    try await client.post("/v1/customers/bob/aliases", #"{"alias":"rob","reason":"\#(text)"}"#),
                    try await client.post("/v1/customers/bob/aliases", #"{"alias":"\#(text)"}"#),
                    try await client.put("/v1/offerings/spring", #"{"productIds":["\#(text)"]}"#),
                ]
                #expect(answers.map(\.status) == Array(repeating: 400, count: answers.count))
                #expect(answers.allSatisfy { $0.errorCode == "invalid-body" })
            }
            #expect(try await client.post("/v1/transfers", transfer).status == 400)
            let name = try await client.put("/v1/customers/bob/grants/a%00b", #"{"level":"pro"}"#)
            #expect(name.status == 400 && name.errorCode == "invalid-identifier")
            #expect(try await client.get("/v1/customers/bob").json[array: "levels"]?.isEmpty != false)
            try await expectReady(client)
        }
    }

    @Test("A NUL in what is looked for is refused", arguments: StorageKind.allCases)
    func queries(kind: StorageKind) async throws {
        try await Self.world(kind).test { client, _ in
            let cursor = Page.cursor(after: "a\u{0}")
            let queries = [
                "query=%00", "query=a%07", "originalTransactionId=%00", "transactionId=1%00", "productId=%00b",
                "orderId=%00", "cursor=\(cursor)",
            ]
            for query in queries {
                let answer = try await client.get("/v1/customers?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(answer.errorCode == "invalid-value", "\(query)")
            }
            let figure = try await client.get("/v1/figures/revenue?product=%00")
            #expect(figure.status == 400 && figure.errorCode == "invalid-value")
            try await expectReady(client)
        }
    }

    @Test("What people write may have tabs and line breaks, and is kept as it came", arguments: StorageKind.allCases)
    func freeText(kind: StorageKind) async throws {
        try await Self.world(kind).test { client, _ in
            for _ in 0..<2 {
                let body = #"{"level":"pro","reason":"first\n\tsecond\r\n\u00fc \ud83c\udf3b"}"#
                let grant = try await client.put("/v1/customers/bob/grants/g1", body)
                #expect(grant.status == 200)
                #expect(grant.json[string: "reason"] == "first\n\tsecond\r\n\u{FC} \u{1F33B}")
            }
        }
    }

    @Test(
        "Free text has no control characters but tabs and line breaks",
        arguments: [
            ("plain", true), ("", true), ("größer \u{1F468}\u{200D}\u{1F467}", true), ("a\tb\r\nc\n", true),
            ("\u{0}", false), ("a\u{7F}", false), ("a\u{1B}[31m", false), ("\u{9B}", false), ("a\u{B}", false),
        ]
    )
    func rule(text: String, isFreeText: Bool) { #expect(text.isFreeText == isFreeText) }

    @Test("A path with a NUL is written down at the console as it was sent")
    func console() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let ann = try await ConsoleVisit.logIn(client, name: "Ann")
            let refused = try await client.delete("/v1/customers/flora/grants/a%00b", headers: ann)
            #expect(refused.status == 400)
            let acts = try await client.get("/v1/audit", headers: ann).json[array: "audit"]
            #expect(acts?.first?.object?[string: "target"] == "a%00b")
        }
    }

    @Test("What a database has no place for is a mistake of the request")
    func code() {
        let error = APIError(PurchaseServerError(.valueRefused, "seen"))
        #expect(error.status == .badRequest && error.code == "invalid-value")
    }

    #if PostgreSQL && os(Linux)
        @Test("A value that PostgreSQL refuses says nothing about its disk")
        func health() async throws {
            let world = try await Self.world(.postgresql)
            let server = try world.server()
            try await server.storage.checkHealth(at: world.now)
            await #expect(throws: PurchaseServerError(.valueRefused, "")) {
                try await server.storage.write { database in
                    try database.execute(
                        sql: "INSERT INTO customer_name (name, since_ms, is_known) VALUES (?, 0, TRUE)",
                        arguments: ["a\u{0}b"]
                    )
                }
            }
            // Looked at again within the time for which a finding counts.
            try await server.storage.checkHealth(at: world.now)
        }
    #endif
}
