import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import Locking
import NIOCore
import NIOFoundationCompat
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Answers that are kept")
struct StatementAnswersTests {
    private static let people = ["alice", "bob", "carol", "anonymous:1", "anonymous:2"]

    private static func world() throws -> World {
        var world = try World()
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["monthly", "lifetime"]), .init("gold", productIDs: ["yearly"]),
        ])
        world.configuration.customers.ledger = try LedgerRules(products: [.init("coins", gives: ["coins": 100])])
        world.configuration.customers.ownership = OwnershipRules(standard: .share)
        world.configuration.entitlementRules.leewayAfterExpiry = 3_600
        world.clock.withLock { $0 = Purchases.start }
        return world
    }

    /// What is answered, and what follows from everything that is stored now.
    private static func pair(
        _ answers: StatementAnswers,
        _ server: PurchaseServerApplication,
        _ name: String
    ) async throws -> (answered: JSONValue, true: JSONValue, tag: String) {
        let customer = CustomerID(trusted: name)
        let answer = try await answers.answer(of: customer)
        let json = try await server.statement(of: customer).json
        return (try JSONValue(parsing: Data(buffer: answer.octets)), .object(json), answer.tag)
    }

    @Test("Whatever happens, the answer is what follows from what is stored", arguments: 1...6 as ClosedRange<UInt64>)
    func always(seed: UInt64) async throws {
        let world = try Self.world()
        try await world.test { client, server in
            var random = SeededGenerator(seed: seed)
            let answers = StatementAnswers(server.configuration, server.storage)
            for step in 1...120 {
                try await Self.change(step, &random, world, client, server.storage)
                for name in Self.people {
                    let pair = try await Self.pair(answers, server, name)
                    #expect(pair.answered == pair.true, "step \(step), \(name)")
                }
                await answers.settle()
            }
            #expect((try world.number("SELECT count(*) FROM kept_answer WHERE tail IS NOT NULL") ?? 0) > 0)
        }
    }

    private static func change(
        _ step: Int,
        _ random: inout SeededGenerator,
        _ world: World,
        _ client: any TestClientProtocol,
        _ storage: PurchaseDatabase
    ) async throws {
        let name = people.randomElement(using: &random) ?? "alice"
        let customer = CustomerID(trusted: name)
        let chain = "chain-\(Int.random(in: 1...3, using: &random))"
        let now = world.now
        let note = AuditNote(date: now, actor: "test")
        switch Int.random(in: 0..<11, using: &random) {
        case 0, 1:
            let product = ["monthly", "yearly", "lifetime", "coins"].randomElement(using: &random) ?? "coins"
            let lasts: TimeInterval? = ["monthly", "yearly"].contains(product) ? 5 * 86_400 : nil
            let fact = Purchases.fact(chain, transaction: "t\(step)", product: product, lasts: lasts, at: now)
            try await storage.upload([fact], by: customer, at: now)
        case 2:
            let known = try await storage.facts(of: customer).purchases.min { $0.transactionID < $1.transactionID }
            guard var refunded = known else { return }
            refunded.revocationDate = now
            refunded.statedDate = now
            try await storage.notify("n\(step)", [refunded], at: now)
        case 3: world.advance(days: Double.random(in: 0...4, using: &random))
        case 4: world.advance(days: -Double.random(in: 0...0.5, using: &random))
        case 5:
            let end = now.addingTimeInterval(86_400).millisecondsSince1970
            _ = try await client.put("/v1/customers/\(name)/grants/g\(step)", #"{"level":"gold","endDate":\#(end)}"#)
        case 6:
            let body = #"{"currency":"coins","amount":\#(Int.random(in: -50...50, using: &random))}"#
            _ = try await client.put("/v1/customers/\(name)/entries/e\(step)", body)
        case 7: _ = try await storage.merge(customer, into: "bob", note)
        case 8: _ = try await storage.transfer(TransferOrder(from: customer, to: "carol"), note)
        case 9: _ = try await storage.erase(customer, note)
        default:
            let upload = ReceiptUpload(customer: customer, receipt: Data("\(step)".utf8), receivedAt: now)
            _ = try await storage.save(upload, retryAt: now)
        }
    }

    @Test("What is taken back of a purchase that has moved changes the answer of who had spent of it")
    func refundAfterMove() async throws {
        let world = try Self.world()
        try await world.test { client, server in
            let answers = StatementAnswers(server.configuration, server.storage)
            var coins = Purchases.fact("1", product: "coins", lasts: nil, at: world.now)
            try await server.storage.upload([coins], by: "alice", at: world.now)
            let spent = #"{"currency":"coins","amount":-30}"#
            #expect(try await client.put("/v1/customers/alice/entries/hint", spent).status == 200)
            let note = AuditNote(date: world.now, actor: "test")
            _ = try await server.storage.transfer(TransferOrder(from: "alice", to: "bob"), note)
            let before = try await Self.pair(answers, server, "alice")
            await answers.settle()
            world.advance(days: 1)
            coins.revocationDate = world.now
            coins.statedDate = world.now
            try await server.storage.notify("n", [coins], at: world.now)
            let after = try await Self.pair(answers, server, "alice")
            #expect(after.answered == after.true)
            #expect(after.answered.object?["balances"] != before.answered.object?["balances"])
        }
    }

    @Test("What was worked out once is read, until the moment at which it ends")
    func ends() async throws {
        let world = try Self.world()
        try await world.test { _, server in
            let answers = StatementAnswers(server.configuration, server.storage)
            try await server.storage.upload([Purchases.fact("1", lasts: 86_400)], by: "alice")
            let first = try await Self.pair(answers, server, "alice")
            await answers.settle()
            // Only somebody who looks behind the server's back can tell.
            try world.change(
                "UPDATE kept_answer SET tail = CAST(replace(CAST(tail AS TEXT), 'monthly', 'kept') AS BLOB)"
            )
            world.advance(days: 0.9)
            let kept = try await Self.pair(answers, server, "alice")
            #expect(kept.answered.object?[array: "entitlements"]?.first?.object?[string: "productId"] == "kept")
            #expect(kept.answered.object?[integer: "date"] == world.now.millisecondsSince1970)
            #expect(kept.tag == first.tag)
            world.advance(days: 0.1)
            let over = try await Self.pair(answers, server, "alice")
            #expect(over.answered == over.true)
            #expect(over.tag != first.tag)
        }
    }

    @Test("A server with other rules takes nothing from one before it")
    func rules() async throws {
        var world = try Self.world()
        try await world.test { [world] _, server in
            let answers = StatementAnswers(server.configuration, server.storage)
            try await server.storage.upload([Purchases.fact("1")], by: "alice")
            _ = try await Self.pair(answers, server, "alice")
            await answers.settle()
            #expect(try world.number("SELECT count(*) FROM kept_answer WHERE tail IS NOT NULL") == 1)
        }
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["monthly", "lifetime"]), .init("gold", productIDs: ["monthly"]),
        ])
        try await world.test { _, server in
            let answers = StatementAnswers(server.configuration, server.storage)
            let pair = try await Self.pair(answers, server, "alice")
            #expect(pair.answered == pair.true)
            #expect(
                pair.answered.object?[array: "levels"]?.compactMap { $0.object?[string: "level"] } == ["gold", "pro"]
            )
        }
    }

    @Test("What changed between reading and keeping is not kept")
    func late() async throws {
        let world = try Self.world()
        try await world.test { _, server in
            let storage = server.storage
            try await storage.upload([Purchases.fact("1")], by: "alice")
            let read = try await storage.countedRecord(of: "alice")
            try await storage.upload([Purchases.fact("2", product: "yearly")], by: "alice")
            let answer = KeptAnswer(
                head: Data(),
                tail: Data("old".utf8),
                tag: "",
                rules: "rules",
                validity: .distantPast..<Purchases.start + 86_400
            )
            let person = try #require(read.person)
            try await storage.keep([.init(answer: answer, person: person, revision: read.revision)])
            #expect(try await storage.keptAnswer(of: "alice", rules: "rules", at: Purchases.start) == nil)
            let again = try await storage.countedRecord(of: "alice")
            try await storage.keep([.init(answer: answer, person: person, revision: again.revision)])
            let kept = try await storage.keptAnswer(of: "alice", rules: "rules", at: Purchases.start)
            #expect(kept.map { String(buffer: $0.octets) } == "\(Purchases.start.millisecondsSince1970)old")
        }
    }
}
