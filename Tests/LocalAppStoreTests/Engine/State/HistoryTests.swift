import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("The order of changes")
struct HistoryTests {
    /// The whole history, page by page.
    private func history(
        _ engine: StoreEngine,
        _ account: String = Shop.flora,
        isAscending: Bool = true,
        after start: ChangePlace? = nil,
        size: Int = 20,
        where isWanted: (StoreTransaction) -> Bool = { _ in true }
    ) -> (ids: [String], end: ChangePlace?) {
        var (ids, place): ([String], ChangePlace?) = ([], start)
        while true {
            let page = engine.history(
                account: account,
                isAscending: isAscending,
                after: place,
                size: size,
                where: isWanted
            )
            ids += page.transactions.map(\.transactionID)
            place = page.end ?? place
            if !page.hasMore { return (ids, place) }
        }
    }

    /// Something that is done to a customer's purchases while the clock stands.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: @Sendable (inout StoreEngine) throws -> Void
        let change: @Sendable (inout StoreEngine) throws -> Void
        /// Which of the customer's transactions come again, by position.
        let again: [Int]

        init(
            _ description: String,
            again: [Int],
            after before: @escaping @Sendable (inout StoreEngine) throws -> Void = { _ in },
            _ change: @escaping @Sendable (inout StoreEngine) throws -> Void
        ) {
            testDescription = description
            (self.again, self.before, self.change) = (again, before, change)
        }
    }

    private static let changes = [
        Change("an extension", again: [2], after: { try $0.advance(to: "2026-02-08T00:00:00Z") }) {
            try $0.extendRenewal(originalTransactionID: $0.first, days: 5)
        },
        Change("a refund", again: [1]) { try $0.refund(transactionID: $0.second, reason: .other) },
        Change("a reversed refund", again: [1], after: { try $0.refund(transactionID: $0.second, reason: .other) }) {
            try $0.reverseRefund(transactionID: $0.second)
        },
        Change(
            "the old transaction of an upgrade, and the new one",
            again: [0, 2],
            after: {
                try $0.advance(to: "2026-02-08T00:00:00Z")
            }
        ) { _ = try $0.buy(Shop.bouquet) },
        Change("an app account token", again: [0]) {
            let token = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
            try $0.setAppAccountToken(token, originalTransactionID: $0.first)
        },
        Change("nothing, when it is finished", again: []) { try $0.finish(transactionID: $0.second) },
        Change("nothing, when renewal is turned off", again: []) {
            try $0.setAutoRenew(false, originalTransactionID: $0.first)
        },
        Change("nothing, when a refund is only asked for", again: []) {
            try $0.requestRefund(transactionID: $0.second)
        },
    ]

    @Test("What changes while the clock stands comes again, and nothing else does", arguments: changes)
    func changed(_ change: Change) throws {
        var engine = try Shop.engine()
        _ = try engine.buy(Shop.posy)
        _ = try engine.buy(Shop.seeds)
        try change.before(&engine)
        let (all, end) = history(engine)
        #expect(all.count >= 2)
        try change.change(&engine)
        let transactions = engine.transactions(account: Shop.flora)
        // The latest period of the subscription is what an upgrade replaces.
        let expected =
            change.testDescription.contains("upgrade")
            ? transactions.filter { $0.isUpgraded || $0.productID == Shop.bouquet }.map(\.transactionID)
            : change.again.map { transactions[$0].transactionID }
        #expect(history(engine, after: end).ids == expected)
        #expect(Set(history(engine).ids) == Set(transactions.map(\.transactionID)))
    }

    @Test("What a family shares and takes away comes again in the member's history")
    func family() throws {
        var engine = try OfferShop.engine()
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        _ = try engine.buy(Shop.greenhouse)
        let share = try #require(engine.transactions(account: "fern").first)
        let end = history(engine, "fern").end
        try engine.leaveFamily(account: "fern")
        #expect(history(engine, "fern", after: end).ids == [share.transactionID])
    }

    @Test("Pages have everything once, in both orders and with a filter", arguments: [1, 7, 20, 45, 100])
    func pages(size: Int) throws {
        var engine = try Shop.engine()
        for number in 0..<45 { _ = try engine.buy(number % 3 == 0 ? Shop.season : Shop.seeds) }
        let ids = engine.transactions(account: Shop.flora).map(\.transactionID)
        #expect(history(engine, size: size).ids == ids)
        #expect(history(engine, isAscending: false, size: size).ids == ids.reversed())
        let seasons = history(engine, size: size) { $0.productID == Shop.season }
        #expect(seasons.ids.count == 15)
        try engine.refund(transactionID: ids[4], reason: .other)
        #expect(history(engine, size: size).ids == ids[..<4] + ids[5...] + [ids[4]])
        #expect(history(engine, isAscending: false, size: size).ids.first == ids[4])
    }

    @Test("The order outlives snapshots, and what is deleted")
    func kept() throws {
        var engine = try Shop.engine()
        for _ in 0..<150 { _ = try engine.buy(Shop.seeds) }
        let ids = engine.transactions(account: Shop.flora).map(\.transactionID)
        for id in [ids[9], ids[3], ids[120]] { try engine.refund(transactionID: id, reason: .other) }
        let order = history(engine).ids
        #expect(order.suffix(3) == [ids[9], ids[3], ids[120]])
        let copy = try StoreEngine(snapshot: try engine.snapshot(), configuration: try Shop.configuration())
        #expect(copy == engine)
        #expect(history(copy).ids == order)
        // More than half: the ledger is made anew.
        for id in ids[10..<110] { try engine.delete(transactionID: id) }
        #expect(history(engine).ids == order.filter { !ids[10..<110].contains($0) })
    }

    @Test("A log that is read again gives the same order")
    func replayed() throws {
        var engine = try Shop.engine()
        var twin = engine
        _ = try engine.buy(Shop.bouquet)
        _ = try engine.buy(Shop.seeds)
        try engine.extendRenewal(originalTransactionID: engine.first, days: 5)
        for event in engine.takeEvents() { twin.replay(event) }
        #expect(twin == engine)
        #expect(history(twin).ids == history(engine).ids)
        #expect(history(twin).ids.last == engine.first)
    }

    @Test("An account is found by the identifier of its download")
    func download() throws {
        var engine = try Shop.engine()
        for number in 0..<50 { try engine.createAccount(id: "account \(number)") }
        for account in engine.accounts {
            #expect(engine.account(appTransactionID: account.appTransactionID) == account)
        }
        #expect(engine.account(appTransactionID: "1") == nil)
        engine.beginChange()
        let late = try engine.createAccount(id: "late")
        engine.undoChange()
        #expect(engine.account(appTransactionID: late.appTransactionID) == nil)
    }
}

extension StoreEngine {
    fileprivate var first: String { transactions(account: Shop.flora)[0].transactionID }
    fileprivate var second: String { transactions(account: Shop.flora)[1].transactionID }
}
