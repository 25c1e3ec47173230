import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("What levels a person has")
struct AccessStatementTests {
    private static let catalogue: LevelCatalogue = {
        let levels: [LevelCatalogue.Definition] = [
            .init("pro", productIDs: ["monthly", "lifetime"]), .init("gold", productIDs: ["gold"]),
        ]
        return (try? LevelCatalogue(levels, isOrdered: true)) ?? LevelCatalogue()
    }()

    @Test("A subscription gives its level until access ends, and the level says what gives it")
    func subscription() throws {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let statement = facts.access(at: Sample.day(10), catalogue: Self.catalogue)
        #expect(statement.has("pro"))
        #expect(!statement.has("gold"))
        #expect(!statement.has("unknown"))
        let access = try #require(statement.access(to: "pro"))
        #expect(access.accessEndDate == Sample.day(30))
        let source = try #require(access.sources.first)
        #expect(source.kind == .product)
        #expect(source.productID == "monthly")
        #expect(source.originalTransactionID == "1")
        #expect(source.environment == .production)
        #expect(source.state == .active)
        #expect(source.reason == "paidPeriod")
        #expect(source.startDate == Sample.day(0))
    }

    @Test("A level that has ended stays, with its end")
    func ended() throws {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let statement = facts.access(at: Sample.day(31), catalogue: Self.catalogue)
        #expect(statement.activeLevels.isEmpty)
        let access = try #require(statement.access(to: "pro"))
        #expect(!access.isActive)
        #expect(access.accessEndDate == Sample.day(30))
        #expect(access.sources.map(\.state) == [.expired])
    }

    @Test("A refund of one product takes no level that another one gives")
    func sharedLevel() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 5) { $0.revocationDate = Sample.day(5) },
            Sample.purchase("7", product: "lifetime", on: 2),
        ])
        let access = try #require(facts.access(at: Sample.day(9), catalogue: Self.catalogue).access(to: "pro"))
        #expect(access.isActive)
        #expect(access.accessEndDate == nil)
        #expect(access.sources.map(\.productID) == ["lifetime", "monthly"])
        #expect(access.sources.map(\.isActive) == [true, false])
    }

    @Test("A higher level includes the lower ones, by purchase and by grant")
    func order() throws {
        let gold = PurchaseFacts(purchases: [Sample.period("1", from: 0, product: "gold")])
        #expect(gold.access(at: Sample.day(9), catalogue: Self.catalogue).activeLevels == ["pro", "gold"])
        let grant = try EntitlementGrant(id: "g", level: "gold", startDate: Sample.day(0), endDate: Sample.day(9))
        let granted = PurchaseFacts().access(at: Sample.day(1), catalogue: Self.catalogue, grants: [grant])
        #expect(granted.activeLevels == ["pro", "gold"])
        #expect(granted.access(to: "pro")?.sources.map(\.grantedLevel) == ["gold"])
        let unordered = try LevelCatalogue(Self.catalogue.levels)
        #expect(gold.access(at: Sample.day(9), catalogue: unordered).activeLevels == ["gold"])
    }

    @Test("Purchase and grant are owed together, where one follows the other without a gap")
    func purchaseAndGrant() throws {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let until = { (start: Double, end: Double) -> Date? in
            let grant = try EntitlementGrant(
                id: "g",
                level: "pro",
                startDate: Sample.day(start),
                endDate: Sample.day(end)
            )
            let statement = facts.access(at: Sample.day(1), catalogue: Self.catalogue, grants: [grant])
            return statement.access(to: "pro")?.accessEndDate
        }
        #expect(try until(0, 10) == Sample.day(30))
        #expect(try until(0, 50) == Sample.day(50))
        #expect(try until(30, 50) == Sample.day(50))
        #expect(try until(31, 50) == Sample.day(30))
    }

    @Test(
        "Purchases in the sandbox count only for those whom the rule names",
        arguments: [
            (SandboxRule.nobody, "ann", ["pro"]), (.everybody, "ann", ["gold", "pro"]),
            (.only(["ann"]), "ann", ["gold", "pro"]), (.only(["ann"]), "bob", ["pro"]), (.only(["ann"]), nil, ["pro"]),
            (.sandboxOnly, "ann", ["gold", "pro"]), (SandboxRule(environments: []), "ann", []),
        ] as [(SandboxRule, String?, [String])]
    )
    func sandbox(rule: SandboxRule, customer: String?, levels: [String]) throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0),
            Sample.period("2", from: 0, product: "gold") { $0.environment = .sandbox },
        ])
        let statement = facts.access(
            at: Sample.day(1),
            catalogue: Self.catalogue,
            sandbox: rule,
            customer: customer
        )
        #expect(statement.activeLevels.map(\.rawValue).sorted() == levels)
        let environments = Set(statement.levels.flatMap(\.sources).compactMap(\.environment))
        #expect(environments.isSubset(of: rule.environments(for: customer)))
    }

    @Test("Purchases of another app, or of one that is not known, give no level of this one")
    func apps() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0) { $0.bundleID = "com.example.a" },
            Sample.purchase("7", product: "gold", on: 0) { $0.bundleID = "com.example.b" },
            Sample.purchase("8", product: "lifetime", on: 0),
        ])
        let levels = { (bundleID: String?) in
            facts.access(at: Sample.day(1), catalogue: Self.catalogue, bundleID: bundleID).levels
                .flatMap(\.sources).compactMap(\.productID)
        }
        #expect(Set(levels("com.example.a")) == ["monthly"])
        #expect(Set(levels("com.example.b")) == ["gold"])
        #expect(Set(levels(nil)) == ["monthly", "gold", "lifetime"])
    }

    @Test("A product without a level gives none, and a consumable gives none either")
    func without() {
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("7", product: "other", on: 0),
            Sample.purchase("8", product: "gold", on: 0) { $0.productType = .consumable },
        ])
        let statement = facts.access(at: Sample.day(1), catalogue: Self.catalogue)
        #expect(statement.activeLevels.isEmpty)
        #expect(statement.access(to: "gold")?.isActive == false)
    }

    @Test("It is written as the wire article says, and equal statements are equal texts")
    func json() throws {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let grant = try EntitlementGrant(
            id: "g",
            level: "press",
            startDate: Sample.day(0),
            endDate: nil,
            reason: "a review"
        )
        let statement = facts.access(at: Sample.day(1), catalogue: Self.catalogue, grants: [grant])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = """
            {"date":1700086400000,"levels":[{"isActive":true,"level":"press","sources":[{"grantId":"g",\
            "grantedLevel":"press","isActive":true,"kind":"grant","reason":"a review","startDate":1700000000000}]},\
            {"accessEndDate":1702592000000,"isActive":true,"level":"pro","sources":[{"accessEndDate":1702592000000,\
            "environment":"Production","isActive":true,"kind":"product","originalTransactionId":"1",\
            "productId":"monthly","reason":"paidPeriod","startDate":1700000000000,"state":"active"}]}]}
            """
        #expect(String(decoding: try encoder.encode(statement), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(AccessStatement.self, from: Data(text.utf8)) == statement)
    }

    @Test("Entitlements and grants in any order give the same statement", arguments: UInt64(1)...60)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let products = ["monthly", "gold", "lifetime", "other"]
        let purchases = (0..<12).map { number in
            Sample.period("\(number)", from: Double.random(in: 0...90, using: &random)) {
                $0.originalTransactionID = "\(number / 2)"
                $0.productID = products[Int.random(in: 0..<4, using: &random)]
                $0.environment = Bool.random(using: &random) ? .production : .sandbox
            }
        }
        let grants = try (0..<6).map { _ in
            let start = Double(Int.random(in: 0..<90, using: &random))
            let grant = try EntitlementGrant(
                id: "\(Int.random(in: 0..<3, using: &random))",
                level: ["pro", "press"][Int.random(in: 0..<2, using: &random)],
                startDate: Sample.day(start),
                endDate: Bool.random(using: &random) ? nil : Sample.day(start + 9)
            )
            return Bool.random(using: &random) ? grant : grant.revoked(at: Sample.day(start + 4))
        }
        let date = Sample.day(Double.random(in: 0...120, using: &random))
        let entitlements = PurchaseFacts(purchases: purchases).entitlements(at: date)
        let statement = { (entitlements: [Entitlement], grants: [EntitlementGrant]) in
            AccessStatement(
                entitlements: entitlements,
                grants: grants,
                at: date,
                catalogue: Self.catalogue,
                sandbox: .everybody
            )
        }
        let reference = statement(entitlements, grants)
        #expect(
            statement(entitlements.shuffled(using: &random), (grants + grants).shuffled(using: &random)) == reference
        )
        for access in reference.levels where access.isActive {
            #expect(access.accessEndDate.map { $0 > date } ?? true)
            #expect(access.sources.first?.isActive == true)
        }
    }
}
