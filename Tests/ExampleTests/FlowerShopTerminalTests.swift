import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@testable import FlowerShop

/// What the terminal understands, and what it says of prices and plans.
@Suite("The flower shop's terminal", .timeLimit(.minutes(15)))
struct FlowerShopTerminalTests {
    private let bench: TerminalBench
    private var store: LocalAppStore { bench.store }
    private var lines: Locked<[String]> { bench.lines }
    private var last: String? { bench.last }

    init() throws {
        bench = try TerminalBench()
    }

    @Test(
        "Products have names, and how a name begins is enough",
        arguments: ["greenhouse", "Greenhouse", "gre", TerminalBench.greenhouse]
    )
    func names(word: String) async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("buy \(word)")
        #expect(last == "Thank you!")
        _ = await terminal.run("buy \(word)")
        #expect(last == "You have Greenhouse already.")
        _ = await terminal.run("buy tulip")
        #expect(last == "There is no such product; see list")
        _ = await terminal.run("buy com")
        #expect(last?.hasPrefix("Which one: Ten Seed Bags or ") == true)
        _ = await terminal.run("buy")
        #expect(last == "Which one? Say its name or its number.")
        await local.shop.close()
    }

    @Test("Prices have their period and their offer, as long as the customer may have it")
    func prices() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("list")
        #expect(lines.withLock { $0.contains("2 Posy Club, $4.99 / 1 month, first 1 week free") })
        _ = await terminal.run("buy posy club")
        #expect(last == "Thank you!")
        lines.withLock { $0 = [] }
        _ = await terminal.run("plans")
        #expect(
            lines.withLock { $0 } == ["Bouquet Club, $12.99 / 1 month", "Posy Club, yours, $4.99 / 1 month"]
        )
        await local.shop.close()
    }

    @Test("Whoever moves to a higher plan has that one, and not the lower one as well")
    func upgrade() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("buy posy")
        try store.advance(by: 3_600)
        _ = await terminal.run("buy bouquet")
        #expect(last == "Thank you!")
        await eventually { store.unfinishedTransactions(account: "flora").isEmpty }
        _ = await terminal.run("owned")
        #expect(last == "Bouquet Club")
        await local.shop.close()
    }

    @Test("A plan says what changing to it would do, and time passes")
    func plansAndTime() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("plan bouquet")
        #expect(last == "Bouquet Club, $12.99 / 1 month. Begins as soon as you buy it.")
        _ = await terminal.run("buy bouquet")
        await eventually { store.unfinishedTransactions(account: "flora").isEmpty }
        _ = await terminal.run("plan bouquet")
        #expect(last == "You have Bouquet Club already.")
        _ = await terminal.run("plan posy")
        let end = try #require(store.transactions(account: "flora").last?.expiresDate)
        let day = end.formatted(Date.ISO8601FormatStyle().year().month().day())
        #expect(last?.hasSuffix("Takes the place of Bouquet Club on \(day).") == true)
        let before = store.now
        _ = await terminal.run("wait 2 months")
        #expect(store.now.timeIntervalSince(before) > 59 * 86_400)
        #expect(last?.hasPrefix("It is 2026-") == true)
        await eventually { store.transactions(account: "flora").count >= 2 }
        await local.shop.close()
    }

    @Test("A membership renews, ends, goes on, and becomes another plan, each on its day")
    func membership() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("membership")
        #expect(last == "You are in no club.")
        _ = await terminal.run("buy bouquet")
        let end = try #require(store.transactions(account: "flora").last?.expiresDate)
        let day = end.formatted(Date.ISO8601FormatStyle().year().month().day())
        _ = await terminal.run("membership")
        #expect(last == "Bouquet Club renews on \(day).")
        _ = await terminal.run("manage stop")
        #expect(last == "Bouquet Club ends on \(day).")
        _ = await terminal.run("manage resume")
        #expect(last == "Bouquet Club renews on \(day).")
        _ = await terminal.run("manage garden")
        #expect(last == "Say manage stop or manage resume.")
        _ = await terminal.run("buy posy")
        #expect(last == "Thank you!")
        _ = await terminal.run("membership")
        #expect(last == "Bouquet Club becomes Posy Club on \(day).")
        _ = await terminal.run("owned")
        #expect(last == "Bouquet Club")
        await local.shop.close()
    }

    @Test("Who wants the money back asks on the sheet, and owns it no more")
    func returning() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("return greenhouse")
        #expect(last == "You have none to return.")
        _ = await terminal.run("buy greenhouse")
        local.device.settings.refundSheet = { _ in .cancel }
        _ = await terminal.run("return greenhouse")
        #expect(last == "You keep it.")
        local.device.settings.refundSheet = { _ in .submit(.unintended) }
        _ = await terminal.run("return greenhouse")
        #expect(last == "You asked for your money.")
        await eventually { local.shop.owned.productIDs.isEmpty }
        await local.shop.close()
    }

    @Test("What the store did is there for the next line")
    func nextLine() async throws {
        let (local, terminal) = try await bench.launch()
        for line in ["ask on", "buy greenhouse", "approve", "owned"] { _ = await terminal.run(line) }
        #expect(last == "Greenhouse")
        for line in ["buy ten", "approve", "seeds"] { _ = await terminal.run(line) }
        #expect(last == "10")
        let greenhouse = try #require(
            store.transactions(account: "flora").first { $0.productID == TerminalBench.greenhouse }
        )
        for line in ["refund \(greenhouse.transactionID)", "owned"] { _ = await terminal.run(line) }
        #expect(last == "Nothing yet.")
        await local.shop.close()
    }

    @Test("Products are told apart by what becomes of them")
    func kinds() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("kinds")
        let told = lines.withLock { $0 }
        #expect(told.first == "Used up: Ten Seed Bags")
        #expect(told.contains("Yours for ever: Greenhouse"))
        #expect(told.last == "Yours until you leave: Posy Club, Bouquet Club")
        #expect(told.count == 4)
        await local.shop.close()
    }

    @Test("The shop is on StoreKit 2, and on StoreKit 1 if somebody wants that", arguments: [(nil, "2"), ("1", "1")])
    func interfaces(wanted: String?, storeKit: String) throws {
        let environment = wanted.map { ["FLOWERSHOP_STOREKIT": $0] } ?? [:]
        let local = try LocalShop(store: store, account: "flora", folder: bench.folder, environment: environment)
        #expect(local.client.storeKit.rawValue.hasSuffix(storeKit))
    }

    @Test(
        "Waits are days, weeks, months and years, ten years at most",
        arguments: [
            ("day", .days(1)), ("3 days", .days(3)), ("2 weeks", .days(14)), ("1 month", .months(1)),
            ("Years", .months(12)), ("", nil), ("3", nil), ("0 days", nil), ("-1 days", nil), ("11 years", nil),
            ("3661 days", nil), ("99999999999999999999 days", nil), ("3 moons", nil), ("3 days more", nil),
        ] as [(String, Waiting?)]
    )
    func waits(words: String, waiting: Waiting?) {
        #expect(Waiting(words) == waiting)
    }
}
