import AppStoreModels
import Entitlements
import Foundation
import GRDB
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is marked, and who books it")
struct FigureBookingTests {
    @Test("The same rules again write nothing, and wake nobody")
    func sameRules() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let (rung, changes) = (books.storage.wakeUp.count, try await books.changes())
        for _ in 0..<3 { try await books.storage.keepFigures(by: shop.booking) }
        #expect(books.storage.wakeUp.count == rung)
        #expect(try await books.changes() == changes)
    }

    @Test("Triggers that an earlier version made are made anew, without booking everything again")
    func formerTriggers() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let fact = Purchases.fact("coins", product: "coins", lasts: nil) { $0.price = 5 }
        try await books.storage.upload([fact], by: "anna")
        try await books.bookAll(shop.booking)
        try await books.storage.write { database in
            try database.execute(sql: "DROP TRIGGER fact_update_figure_due")
            try database.execute(
                sql: "CREATE TRIGGER fact_update_figure_due AFTER UPDATE ON fact BEGIN SELECT 1; END"
            )
        }
        try await books.storage.keepFigures(by: shop.booking)
        #expect(try await books.storage.hasWaitingFigures() == false)
        try await books.storage.write { try $0.execute(sql: "UPDATE fact SET last_stated_ms = last_stated_ms + 1") }
        #expect(try await books.storage.hasWaitingFigures())
    }

    @Test("Writing what stands there already marks nobody")
    func unchanged() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let fact = Purchases.fact("coins", product: "coins", lasts: nil) { $0.price = 5 }
        try await books.storage.upload([fact], by: "anna")
        try await books.bookAll(shop.booking)
        for change in [
            "UPDATE fact SET content = content, last_stated_ms = max(last_stated_ms, 0)",
            "UPDATE customer_chain SET customer = customer, linked_ms = linked_ms",
            "UPDATE customer_name SET owner = owner, since_ms = since_ms",
        ] {
            try await books.storage.write { try $0.execute(sql: change) }
            #expect(try await books.storage.hasWaitingFigures() == false, "\(change)")
        }
    }

    @Test("No more are counted than is asked for")
    func counted() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        for number in 0..<5 {
            let fact = Purchases.fact("coins-\(number)", product: "coins", lasts: nil)
            try await books.storage.notify("\(number)", [fact], at: FigureShop.end)
        }
        for (limit, count) in [(1, 1), (4, 4), (6, 5), (.max, 5)] {
            #expect(try await books.storage.waitingFigureCount(upTo: limit) == count)
        }
    }

    /// What happens while somebody who books has read and not written yet.
    enum Meanwhile: CaseIterable { case nothing, news, newsBooked, newsBookedAndNews, rebuild }

    @Test("Of two who book, the one who read before undoes nothing of the other", arguments: Meanwhile.allCases)
    func twoBookers(meanwhile: Meanwhile) async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        func sell(_ number: Int) async throws {
            let date = Purchases.start + Double(number) * 86_400
            var fact = Purchases.fact("chain", transaction: "t\(number)", product: "club", lasts: 86_400, at: date)
            fact.price = 5
            fact.currency = "USD"
            try await books.storage.upload([fact], by: "anna", at: date)
        }
        try await sell(1)
        let slow = try await books.storage.dueFigures(atMost: 10)
        #expect(slow.count == 2)
        if meanwhile != .nothing, meanwhile != .rebuild { try await sell(2) }
        if meanwhile == .newsBooked || meanwhile == .newsBookedAndNews { try await books.bookAll(shop.booking) }
        if meanwhile == .newsBookedAndNews { try await sell(3) }
        if meanwhile == .rebuild { try await books.storage.rebuildFigures() }
        try await books.storage.book(slow, by: shop.booking)
        try await books.bookAll(shop.booking)
        let kept = try await books.rows()
        try await books.storage.rebuildFigures()
        try await books.bookAll(shop.booking)
        #expect(try await books.rows() == kept)
        let sales = [.nothing: 1, .news: 2, .newsBooked: 2, .newsBookedAndNews: 3, .rebuild: 1][meanwhile]
        #expect(try await books.number("SELECT sum(count) FROM figure_row WHERE measure = 'sold'") == sales)
    }

    @Test("A mark that names nobody is taken away, and holds nobody up")
    func noSubject() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        try await books.storage.write { try $0.execute(sql: "INSERT INTO figure_due (scope, name) VALUES ('', 'x')") }
        #expect(try await books.storage.bookFigures(atMost: 5, by: shop.booking) == 1)
        #expect(try await books.storage.bookFigures(atMost: 5, by: shop.booking) == 0)
    }

    @Test("A charge that fails twice, and is told of in the same words, failed twice", arguments: [false, true])
    func sameWords(isRebuilt: Bool) async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let start = Purchases.start
        for (number, day) in [0.0, 32, 64].enumerated() {
            let fact = Purchases.fact("chain", transaction: "chain-\(number)", at: start + day * 86_400) { fact in
                (fact.productType, fact.price, fact.currency) = (.autoRenewableSubscription, 10, "USD")
            }
            var failure = RenewalFact(
                originalTransactionID: "chain",
                environment: .production,
                statedDate: start + (day + 30) * 86_400
            )
            failure.isInBillingRetryPeriod = true
            var notification = Purchases.notification("\(number)", [fact], at: fact.statedDate)
            if number < 2 { notification = notification.with(PurchaseFacts(purchases: [fact], renewals: [failure])) }
            _ = try await books.storage.save(notification) { _ in nil }
            try await books.bookAll(shop.booking)
        }
        if isRebuilt { _ = try await FigureKeeper(storage: books.storage, rules: shop.booking).rebuild { _ in } }
        #expect(try await books.number("SELECT count(*) FROM fact WHERE kind = 'renewal'") == 1)
        #expect(try await books.number("SELECT sum(count) FROM figure_row WHERE measure = 'billing-failed'") == 2)
        #expect(try await books.number("SELECT sum(count) FROM figure_row WHERE measure = 'billing-recovered'") == 2)
    }
}

extension ReceivedNotification {
    /// The same with other facts.
    fileprivate func with(_ facts: PurchaseFacts) -> ReceivedNotification {
        ReceivedNotification(
            identifier: identifier,
            type: type,
            signedDate: signedDate,
            receivedAt: receivedAt,
            body: body,
            facts: facts
        )
    }
}
