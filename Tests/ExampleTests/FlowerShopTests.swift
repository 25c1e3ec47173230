import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseServerClient
import SwiftyStoreKit
import TestSupport
import Testing

@testable import FlowerShop

/// The whole tutorial, typed into the terminal: buy, cancel, fail, defer and approve, interrupt and resolve, refund.
@Suite("The flower shop", .timeLimit(.minutes(15)))
struct FlowerShopTests {
    private let bench: TerminalBench
    private var store: LocalAppStore { bench.store }
    private var folder: URL { bench.folder }
    private var lines: Locked<[String]> { bench.lines }
    private var last: String? { bench.last }

    init() throws {
        bench = try TerminalBench()
    }

    /// The number of a product in the list.
    private func number(of productID: String, _ shop: Shop) async throws -> Int {
        try await shop.rows().map(\.id).firstIndex(of: productID).map { $0 + 1 } ?? 0
    }

    @Test("The list has titles and prices, and the greenhouse is bought, delivered and finished")
    func buy() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("owned")
        #expect(last == "Nothing yet.")
        #expect(await terminal.run("list"))
        #expect(lines.withLock { $0.contains("1 Ten Seed Bags, $0.99") })
        let number = try await number(of: TerminalBench.greenhouse, local.shop)
        #expect(await terminal.run("buy \(number)"))
        #expect(last == "Thank you!")
        _ = await terminal.run("owned")
        #expect(last == "Greenhouse", "whoever is thanked owns it")
        await eventually { store.unfinishedTransactions(account: "flora").isEmpty }
        _ = await terminal.run("list")
        #expect(lines.withLock { $0.contains("\(number) Greenhouse, purchased") })
        await local.shop.close()
    }

    @Test("A consumable fills the jar once for each purchase")
    func seeds() async throws {
        let (local, terminal) = try await bench.launch()
        for count in 1...2 {
            _ = await terminal.run("buy 1")
            try await eventually { try await local.shop.jar.seeds == count * 10 }
        }
        try await local.shop.jar.fill(
            for: try #require(store.transactions(account: "flora").first).transactionID,
            quantity: 1
        )
        _ = await terminal.run("seeds")
        #expect(last == "20")
        await local.shop.close()
    }

    @Test("A customer who cancels has bought nothing, and hears no alarm")
    func cancel() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("cancel on")
        _ = await terminal.run("buy 1")
        #expect(last == "Nothing was bought.")
        local.device.settings.paymentSheet = { _ in .cancel }
        _ = await terminal.run("cancel off")
        _ = await terminal.run("buy 1")
        #expect(last == "Nothing was bought.")
        #expect(store.transactions(account: "flora").isEmpty)
        await local.shop.close()
    }

    @Test("A purchase that fails says whether the customer may have been charged")
    func fail() async throws {
        let (local, terminal) = try await bench.launch()
        local.device.settings.paymentSheet = { _ in .fail(SKError(.paymentNotAllowed)) }
        _ = await terminal.run("buy 1")
        #expect(last?.hasPrefix("The purchase failed.") == true)
        local.device.settings.paymentSheet = { _ in .fail(SKError(.unknown)) }
        _ = await terminal.run("buy 1")
        #expect(last?.hasPrefix("The purchase is not complete yet.") == true)
        local.device.settings.paymentSheet = { _ in .confirm }
        _ = await terminal.run("fail on")
        _ = await terminal.run("buy 1")
        #expect(last?.hasPrefix("The purchase is not complete yet.") == true)
        _ = await terminal.run("fail off")
        _ = await terminal.run("buy 1")
        #expect(last == "Thank you!")
        await local.shop.close()
    }

    @Test("A purchase waits for the parents, and is delivered when they approve", arguments: [true, false])
    func deferred(approves: Bool) async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("ask on")
        _ = await terminal.run("buy \(try await number(of: TerminalBench.greenhouse, local.shop))")
        #expect(last == "Ask your parents to approve the purchase.")
        #expect(!local.shop.owned.owns(TerminalBench.greenhouse))
        _ = await terminal.run(approves ? "approve" : "decline")
        if approves {
            await eventually { local.shop.owned.owns(TerminalBench.greenhouse) }
        } else {
            #expect(store.transactions(account: "flora").isEmpty)
        }
        await local.shop.close()
    }

    @Test("An interrupted purchase arrives when it is resolved, also in a later launch", arguments: [true, false])
    func interrupted(isRelaunched: Bool) async throws {
        var (local, terminal) = try await bench.launch()
        _ = await terminal.run("interrupt on")
        _ = await terminal.run("buy \(try await number(of: TerminalBench.greenhouse, local.shop))")
        // StoreKit 2 says of what is interrupted what it says of what waits for somebody.
        #expect(last == "Ask your parents to approve the purchase.")
        _ = await terminal.run("interrupt off")
        if isRelaunched {
            await local.shop.close()
            _ = await terminal.run("resolve")
            (local, terminal) = try await bench.launch()
        } else {
            _ = await terminal.run("resolve")
        }
        await eventually {
            local.shop.owned.owns(TerminalBench.greenhouse) && store.unfinishedTransactions(account: "flora").isEmpty
        }
        await local.shop.close()
    }

    @Test("A refund takes the product away at once")
    func refund() async throws {
        let (local, terminal) = try await bench.launch()
        _ = await terminal.run("buy \(try await number(of: TerminalBench.greenhouse, local.shop))")
        await eventually { local.shop.owned.owns(TerminalBench.greenhouse) }
        _ = await terminal.run("refund \(try #require(store.transactions(account: "flora").first).transactionID)")
        await eventually { !local.shop.owned.owns(TerminalBench.greenhouse) }
        await local.shop.close()
    }

    @Test("With a server nothing is finished before the server has it; while it is away the device says what is owned")
    func server() async throws {
        // What is bought by StoreKit 2 is in no receipt before a refresh.
        try store.setFault(StoreFault(.receiptMissing))
        // Somebody else's: a shop of the same account that goes on without a server would finish what both hear of.
        let (plain, terminal) = try await bench.launch(account: "wilma")
        _ = await terminal.run("server")
        #expect(last == "There is none; name one in FLOWERSHOP_SERVER.")
        await plain.shop.close()
        // Nobody listens there.
        let local = try LocalShop(
            store: store,
            account: "flora",
            folder: folder.appendingPathComponent("served"),
            environment: ["FLOWERSHOP_SERVER": "http://127.0.0.1:1", "FLOWERSHOP_PINS": "00ff"]
        )
        let failures = Locked(0)
        local.client.log.sink = { event in if event.kind == .deliveryFailed { failures.withLock { $0 += 1 } } }
        await local.shop.open()
        #expect(await local.shop.buy(TerminalBench.greenhouse) == .bought)
        await eventually { failures.withLock { $0 } > 0 }
        #expect(store.unfinishedTransactions(account: "flora").count == 1)
        let access = try #require(await local.shop.served())
        #expect(access.source == .device)
        #expect(access.owns(TerminalBench.greenhouse))
        // Who has bought seeds has filled a jar, and owns nothing.
        #expect(await local.shop.buy("com.example.flowershop.seeds") == .bought)
        #expect(await local.shop.served()?.owns("com.example.flowershop.seeds") == false)
        await local.shop.close()
    }

    @Test(
        "A server whose address is none is no shop without a server",
        arguments: ["", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "nowhere"]
    )
    func noAddress(address: String) {
        #expect(throws: ShopServer.NoAddress.self) {
            try LocalShop(store: store, account: "flora", folder: folder, environment: ["FLOWERSHOP_SERVER": address])
        }
    }

    @Test(
        "A line that is no command is not understood; quit ends",
        arguments: [("dance", true), ("", true), ("quit", false)]
    )
    func lines(line: String, goesOn: Bool) async throws {
        let (local, terminal) = try await bench.launch()
        #expect(await terminal.run(line) == goesOn)
        if line == "dance" { #expect(last == "I do not understand \"dance\". Say help to see what I know.") }
        _ = await terminal.run("help")
        #expect(last == Terminal.help)
        _ = await terminal.run("wait a little")
        #expect(last?.hasPrefix("How long?") == true)
        _ = await terminal.run("buy 99")
        #expect(last == "There is no such product; see list")
        _ = await terminal.run("approve")
        #expect(last?.contains("unknown-attempt") == true)
        await local.shop.close()
    }
}
