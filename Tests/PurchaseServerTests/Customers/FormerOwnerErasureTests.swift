import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Forgetting a person whose purchases are somebody else's by now")
struct FormerOwnerErasureTests {
    private static let start = Purchases.start
    private static let note = AuditNote(date: start + 900, actor: "support")
    private static let alices = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    private static let bobs = "7f9619ff-8b86-d011-b42d-00c04fc964ff"

    private static func period(_ number: Int, of token: String) -> PurchaseFact {
        Purchases.fact("1", transaction: "1-\(number)", at: start + Double(number) * 100) {
            $0.appAccountToken = UUID(uuidString: token)
        }
    }

    /// What a device sends: one period, signed with its token.
    private static func send(
        _ number: Int,
        of token: String,
        by name: CustomerID,
        to storage: PurchaseDatabase
    ) async throws {
        let fact = period(number, of: token)
        let jws = try SignedSample.transaction(number, signed: fact.statedDate) {
            $0.appAccountToken = UUID(uuidString: token)
        }
        _ = try await storage.record(
            PurchaseFacts(purchases: [fact]),
            of: name,
            originals: [SignedOriginal(.purchase(fact), jws: jws)],
            receivedAt: fact.statedDate + 10,
            answerDate: nil
        ) { _ in nil }
    }

    /// What the App Store tells of one period, signed with its token.
    private static func tell(
        _ number: Int,
        of token: String,
        at date: Date,
        to storage: PurchaseDatabase
    ) async throws {
        let fact = period(number, of: token)
        var notification = Purchases.notification("n\(number)-\(date.millisecondsSince1970)", [fact], at: date)
        notification.body = Data(
            try NotificationSample.body(.didRenew, at: date) { $0.appAccountToken = UUID(uuidString: token) }.utf8
        )
        #expect(try await storage.save(notification) { _ in nil })
    }

    /// Alice bought the first period; then Bob bought the second one with the same account of the App Store.
    private static func fill(_ storage: PurchaseDatabase) async throws {
        for (name, token) in [("alice", alices), ("bob", bobs)] as [(CustomerID, String)] {
            _ = try await storage.merge(CustomerID(trusted: token), into: name, AuditNote(date: start, actor: "app"))
        }
        try await send(1, of: alices, by: "alice", to: storage)
        try await tell(1, of: alices, at: start + 120, to: storage)
        try await send(2, of: bobs, by: "bob", to: storage)
        try await tell(2, of: bobs, at: start + 220, to: storage)
        #expect(try await storage.owners(of: "1") == ["bob"])
    }

    /// The token of each transaction that Bob has, as it was stated last.
    private static func tokens(_ storage: PurchaseDatabase) async throws -> [String: UUID?] {
        try await storage.facts(of: "bob").purchases.reduce(into: [:]) { $0[$1.transactionID] = $1.appAccountToken }
    }

    /// All that could hold a token.
    private static func texts(_ storage: PurchaseDatabase) async throws -> [String] {
        try await storage.read { database in
            let headers = SignedHeaderRows(database: database)
            let bodies = try Data.fetchAll(database, sql: "SELECT body FROM notification").map { stored in
                String(decoding: try headers.body(of: stored), as: UTF8.self)
            }
            let facts = try Data.fetchAll(database, sql: "SELECT content FROM fact").map {
                String(decoding: $0, as: UTF8.self)
            }
            let chains = try String.fetchAll(
                database,
                sql: "SELECT account_token FROM chain WHERE account_token IS NOT NULL"
            )
            return try bodies + facts + chains + String.fetchAll(database, sql: "SELECT jws FROM signed_original")
        }
    }

    @Test("The person's token goes, and what is told of the other one stays", arguments: StorageKind.allCases)
    func moved(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            try await Self.fill(storage)
            let alices = TokenSearch(names: [Self.alices])
            let bobs = TokenSearch(names: [Self.bobs])
            let before = try await Self.texts(storage)
            let isIn = { (search: TokenSearch, text: String) in
                text.hasPrefix("eyJ") ? search.isIn(jws: text) : search.isIn(body: Data(text.utf8))
            }
            // A statement, its original and a notification of each; the newest token stands alone.
            #expect(before.filter { $0 != Self.bobs && isIn(alices, $0) }.count == 3)
            #expect(before.filter { $0 != Self.bobs && isIn(bobs, $0) }.count == 3)
            #expect(before.filter { $0 == Self.bobs }.count == 1)

            #expect(try await storage.erase("alice", Self.note))
            let after = try await Self.texts(storage)
            #expect(after.filter { $0 != Self.bobs && isIn(alices, $0) }.isEmpty)
            #expect(after.filter { $0 != Self.bobs && isIn(bobs, $0) }.count == 3)
            #expect(after.filter { $0 == Self.bobs }.count == 1)
            #expect(try await storage.owners(of: "1") == ["bob"])
            #expect(try await Self.tokens(storage) == ["1-1": nil, "1-2": UUID(uuidString: Self.bobs)])
        }
    }

    @Test("What the App Store repeats has the other one's token and no other", arguments: StorageKind.allCases)
    func repeated(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            try await Self.fill(storage)
            _ = try await storage.erase("alice", Self.note)
            for (number, token) in [(1, Self.alices), (2, Self.bobs)] {
                var fact = Self.period(number, of: token)
                fact.statedDate = Self.start + 1_000
                try await storage.notify("again\(number)", [fact], at: Self.start + 1_000)
            }
            #expect(try await Self.tokens(storage) == ["1-1": nil, "1-2": UUID(uuidString: Self.bobs)])
            #expect(try await storage.owners(of: "1") == ["bob"])
        }
    }

    @Test("A renewal has the other one's token and no other, whoever bought first", arguments: StorageKind.allCases)
    func renewed(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            try await Self.fill(storage)
            _ = try await storage.erase("alice", Self.note)
            try await Self.tell(3, of: Self.bobs, at: Self.start + 1_000, to: storage)
            try await Self.tell(4, of: Self.alices, at: Self.start + 1_100, to: storage)
            let bob = UUID(uuidString: Self.bobs)
            #expect(try await Self.tokens(storage) == ["1-1": nil, "1-2": bob, "1-3": bob, "1-4": nil])
            #expect(try await storage.owners(of: "1") == ["bob"])
            let search = TokenSearch(names: [Self.alices])
            let texts = try await Self.texts(storage).filter { $0 != Self.bobs }
            #expect(!texts.contains { $0.hasPrefix("eyJ") ? search.isIn(jws: $0) : search.isIn(body: Data($0.utf8)) })
            #expect(texts.filter(\.isEmpty).count == 2)
        }
    }

    @Test("What the App Store was told about a refund names the person no more", arguments: StorageKind.allCases)
    func refundAnswers(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            try await Self.fill(storage)
            for (name, token) in [("of alice", Self.alices), ("of bob", Self.bobs)] {
                let body: JSONObject = ["customerConsented": true, "appAccountToken": .string(token)]
                let answer = ConsumptionAnswer(version: .one, body: body).json
                try await storage.write { database in
                    try database.execute(
                        sql: """
                            INSERT INTO refund_request (notification, environment, original_transaction_id,
                                transaction_id, bundle_id, deadline_ms, state, answer)
                            VALUES (?, 'Production', '1', '1-1', 'com.example.app', 0, 'answered', ?)
                            """,
                        arguments: [name, JSONValue.object(answer).jsonData]
                    )
                }
            }
            #expect(try await storage.erase("alice", Self.note))
            let requests = try await storage.refundRequests(about: "bob", limit: 9)
            #expect(Set(requests.map(\.request.notification)) == ["of alice", "of bob"])
            let told = requests.filter { $0.request.answer != nil }
            #expect(told.map(\.request.notification) == ["of bob"])
            #expect(told.first?.request.answer?.body[string: "appAccountToken"] == Self.bobs)
        }
    }

    @Test("Of the notifications that were handed on the person's go")
    func handedOn() async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let storage = try await ErasureTests.telling(scratch.file("a.sqlite"))
        try await Self.fill(storage)
        #expect(try await storage.erase("alice", Self.note))
        let bodies = try await storage.read {
            try Data.fetchAll($0, sql: "SELECT body FROM purchase_event WHERE type = 'appStoreNotification'")
        }
        #expect(bodies.map { TokenSearch(names: [Self.bobs]).isIn(body: $0) } == [true])
    }

    @Test(
        "A token is found where it stands, signed or not, and a word is not taken for one",
        arguments: [
            (#"{"a":["6F9619FF-8B86-D011-B42D-00C04FC964FF"]}"#, true), (#"{"a":"alice","b":[1,true,null]}"#, false),
            (#"{"a":"com.example.app"}"#, false), (#"{"a":"eyJ.broken"}"#, true), ("no JSON", true), ("", false),
        ]
    )
    func search(body: String, isFound: Bool) {
        let search = TokenSearch(names: [Self.alices, "alice", "com.example.app"])
        #expect(search.isIn(body: Data(body.utf8)) == isFound)
    }
}
