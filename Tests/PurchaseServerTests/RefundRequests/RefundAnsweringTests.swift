import AppStoreModels
import Entitlements
import Foundation
import GRDB
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Answering about refunds", .timeLimit(.minutes(15)))
struct RefundAnsweringTests {
    private static func world(_ policy: ConsumptionPolicy?) throws -> LocalStoreWorld {
        var world = try LocalStoreWorld()
        world.configuration.apps[0].consumption = policy
        world.configuration.customers.ledger = try LedgerRules(
            products: [.init(SampleShop.seeds, gives: ["coins": 100])]
        )
        return world
    }

    private static func spend(_ amount: Int64, _ server: PurchaseServerApplication) async throws {
        let order = LedgerOrder(
            name: "spend-\(amount)",
            currency: "coins",
            amount: -amount,
            date: server.configuration.now(),
            actor: "game"
        )
        let outcome = try await server.storage.enter(order, of: "flora", by: server.configuration.ledgerTerms)
        guard case .entered = outcome else { throw CancellationError() }
    }

    private func states(_ server: PurchaseServerApplication) async throws -> [String] {
        try await server.storage.read { try String.fetchAll($0, sql: "SELECT state FROM refund_request") }
    }

    @Test(
        "The store hears what was used and what the developer would like, once, and decides",
        arguments: [
            (0, "GRANT_FULL", 0, true), (40, "GRANT_PRORATED", 40_000, true), (100, "DECLINE", 100_000, false),
        ] as [(Int64, String, Int, Bool)]
    )
    func byUse(spent: Int64, preference: String, used: Int, isGranted: Bool) async throws {
        let world = try Self.world(ConsumptionPolicy(customersHaveConsented: true, preference: .byUse))
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        if spent > 0 { try await Self.spend(spent, server) }
        try world.store.advance(by: 60)
        try world.store.requestRefund(transactionID: seeds, reason: "OTHER", decision: .preference)
        await world.deliver()
        #expect(try await server.answerRefundRequestsDue() == 1)
        let request = try #require(world.store.refundRequest(transactionID: seeds))
        #expect(request.answer?.version == 2)
        #expect(request.answer?.refundPreference?.rawValue == preference)
        #expect(request.answer?.consumptionPercentage == used)
        #expect(request.answer?.deliveryStatus == "DELIVERED")
        #expect(request.isGranted == isGranted)
        _ = world.network.takeRequests()
        #expect(try await server.answerRefundRequestsDue() == 0)
        #expect(world.network.takeRequests() == [])
        #expect(try await states(server) == ["answered"])
    }

    @Test("Without consent nothing is sent", arguments: [nil, ConsumptionPolicy(customersHaveConsented: false)])
    func noConsent(policy: ConsumptionPolicy?) async throws {
        let world = try Self.world(policy)
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try world.store.requestRefund(transactionID: seeds)
        await world.deliver()
        _ = world.network.takeRequests()
        #expect(try await server.answerRefundRequestsDue() == 0)
        #expect(world.network.takeRequests() == [])
        #expect(world.store.refundRequest(transactionID: seeds)?.answer == nil)
    }

    @Test("An answer that did not arrive is sent again by another process, in the same words")
    func retry() async throws {
        let world = try Self.world(ConsumptionPolicy(customersHaveConsented: true, preference: .byUse))
        do {
            let server = try world.server()
            let seeds = try await world.buy(SampleShop.seeds, server)
            try world.store.advance(by: 60)
            try world.store.requestRefund(transactionID: seeds, decision: .undecided)
            await world.deliver()
            world.network.capacity = 0
            #expect(try await server.answerRefundRequestsDue() == 0)
            #expect(try await states(server) == ["waiting"])
            world.network.capacity = nil
            // What is spent while the answer is on its way makes no other answer of it.
            try await Self.spend(50, server)
            #expect(try await server.answerRefundRequestsDue() == 0, "not before its time")
        }
        try world.store.advance(by: 120)
        let server = try world.server()
        #expect(try await server.answerRefundRequestsDue() == 1)
        let transactions = world.store.transactions(account: SampleShop.customer)
        let transactionID = try #require(transactions.first?.transactionID)
        let request = try #require(world.store.refundRequest(transactionID: transactionID))
        #expect(request.answer?.consumptionPercentage == 0)
        #expect(request.answer?.refundPreference == .grantFull)
    }

    @Test("After twelve hours it is too late, and nothing is sent any more")
    func late() async throws {
        let world = try Self.world(ConsumptionPolicy(customersHaveConsented: true))
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try world.store.requestRefund(transactionID: seeds)
        await world.deliver()
        try world.store.advance(by: 12 * 3_600 + 1)
        _ = world.network.takeRequests()
        #expect(try await server.answerRefundRequestsDue() == 0)
        #expect(world.network.takeRequests() == [])
        #expect(try await states(server) == ["late"])
    }

    @Test("What was too late by a clock that ran ahead is answered when the clock is right")
    func clockAhead() async throws {
        var world = try Self.world(ConsumptionPolicy(customersHaveConsented: true))
        let (store, ahead) = (world.store, Locked(0.0))
        world.configuration.now = { store.now + ahead.withLock { $0 } }
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try store.requestRefund(transactionID: seeds)
        await world.deliver()
        ahead.withLock { $0 = 1_000 * 86_400 }
        #expect(try await server.answerRefundRequestsDue() == 0)
        #expect(try await states(server) == ["late"])
        ahead.withLock { $0 = 0 }
        #expect(try await server.answerRefundRequestsDue() == 1)
        #expect(try await states(server) == ["answered"])
        #expect(store.refundRequest(transactionID: seeds)?.answer != nil)
    }

    @Test("Requests of an app that does not answer are forgotten with the events, and wait no longer")
    func unanswered() async throws {
        let world = try Self.world(nil)
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try world.store.requestRefund(transactionID: seeds)
        await world.deliver()
        #expect(try await states(server) == ["waiting"])
        _ = try await server.storage.forgetEvents(before: server.configuration.now(), limit: 10)
        #expect(try await states(server) == ["waiting"], "its time is not over")
        let later = server.configuration.now() + 13 * 3_600
        _ = try await server.storage.forgetEvents(before: later, limit: 10)
        #expect(try await states(server) == [])
    }

    @Test("The first version has numbers in the place of words")
    func version1() async throws {
        let world = try Self.world(
            ConsumptionPolicy(customersHaveConsented: true, preference: .decline, offersSamples: true, version: .one)
        )
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try await Self.spend(100, server)
        try world.store.advance(by: 5 * 86_400)
        try world.store.requestRefund(transactionID: seeds)
        await world.deliver()
        #expect(try await server.answerRefundRequestsDue() == 1)
        let answer = try #require(world.store.refundRequest(transactionID: seeds)?.answer)
        #expect(answer.version == 1)
        #expect(answer.sampleContentProvided)
        #expect(answer.refundPreference == .decline)
        #expect(answer.details?["consumptionStatus"] == 3)
        #expect(answer.details?["accountTenure"] == 2)
        #expect(answer.details?["userStatus"] == 1)
    }
}
