import Foundation
import LocalAppStore
import LocalStoreKit
import SwiftyStoreKit
import TestSupport
import Testing

@testable import FlowerShop

/// What the shop knows of what belongs to the customer, by signed transactions on StoreKit 2 and by the receipt on StoreKit 1.
@Suite("What the flower shop's customer owns", .timeLimit(.minutes(15)))
struct FlowerShopOwningTests {
    private let bench: TerminalBench
    private var store: LocalAppStore { bench.store }
    private var folder: URL { bench.folder }
    private var last: String? { bench.last }

    init() throws {
        bench = try TerminalBench()
    }

    /// Launches the app; `folder` is what it finds from earlier launches.
    ///
    /// - Parameter storeKit: The interface, as somebody names it in `FLOWERSHOP_STOREKIT`.
    private func launch(
        _ folder: URL? = nil,
        storeKit: String
    ) async throws -> (shop: LocalShop, terminal: Terminal) {
        try await bench.launch(folder, environment: ["FLOWERSHOP_STOREKIT": storeKit])
    }

    @Test("On StoreKit 2 what was bought is owned at once, though no receipt has it")
    func noReceipt() async throws {
        try store.setFault(StoreFault(.receiptMissing))
        let (local, terminal) = try await launch(storeKit: "2")
        _ = await terminal.run("buy greenhouse")
        #expect(last == "Thank you!")
        _ = await terminal.run("owned")
        #expect(last == "Greenhouse")
        _ = await terminal.run("buy greenhouse")
        #expect(last == "You have Greenhouse already.")
        await eventually { store.unfinishedTransactions(account: "flora").isEmpty }
        #expect(store.transactions(account: "flora").count == 1)
        await local.shop.close()
    }

    @Test(
        "On a new device StoreKit 2 knows at once what is owned, and a receipt when the purchases are restored",
        arguments: ["1", "2"]
    )
    func restore(storeKit: String) async throws {
        let (first, terminal) = try await launch(storeKit: storeKit)
        _ = await terminal.run("restore")
        #expect(last == "There is nothing to restore.")
        _ = await terminal.run("buy greenhouse")
        await eventually { store.unfinishedTransactions(account: "flora").isEmpty }
        await first.shop.close()
        let (second, other) = try await launch(folder.appendingPathComponent("new device"), storeKit: storeKit)
        if storeKit == "1" {
            #expect(!second.shop.owned.owns(TerminalBench.greenhouse))
        } else {
            await eventually { second.shop.owned.owns(TerminalBench.greenhouse) }
        }
        second.device.settings.signsIn = false
        _ = await other.run("restore")
        #expect(last == "Nothing was brought back.")
        second.device.settings.signsIn = true
        _ = await other.run("restore")
        #expect(last == "1 purchase is back.")
        await eventually { second.shop.owned.owns(TerminalBench.greenhouse) }
        await second.shop.close()
    }

    @Test(
        "A deleted transaction is gone for who looks anew, and the product can be bought again",
        arguments: ["1", "2"]
    )
    func delete(storeKit: String) async throws {
        let (local, terminal) = try await launch(storeKit: storeKit)
        // Something has to be left: StoreKit 2 also says nothing while it cannot answer.
        let season = "com.example.flowershop.season"
        #expect(await local.shop.buy(season) == .bought)
        _ = await terminal.run("buy greenhouse")
        await eventually {
            local.shop.owned.owns(TerminalBench.greenhouse) && store.unfinishedTransactions(account: "flora").isEmpty
        }
        let bought = try #require(
            store.transactions(account: "flora").first { $0.productID == TerminalBench.greenhouse }
        )
        _ = await terminal.run("delete \(bought.transactionID)")
        _ = await terminal.run("refresh")
        #expect(!local.shop.owned.owns(TerminalBench.greenhouse))
        _ = await terminal.run("buy greenhouse")
        await eventually { local.shop.owned.owns(TerminalBench.greenhouse) }
        #expect(Set(store.transactions(account: "flora").map(\.productID)) == [TerminalBench.greenhouse, season])
        await local.shop.close()
    }

    /// An app that bought the greenhouse, and is closed.
    private func buyAndClose(storeKit: String) async throws {
        let (local, terminal) = try await launch(storeKit: storeKit)
        _ = await terminal.run("buy greenhouse")
        await eventually {
            local.shop.owned.owns(TerminalBench.greenhouse) && store.unfinishedTransactions(account: "flora").isEmpty
        }
        await local.shop.close()
    }

    @Test("What is owned is remembered for a launch without a receipt")
    func rememberedReceipt() async throws {
        try await buyAndClose(storeKit: "1")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("receipt"))
        let (local, _) = try await launch(storeKit: "1")
        #expect(local.shop.owned.owns(TerminalBench.greenhouse))
        guard case .receipt(let owned) = local.shop.owned else {
            Issue.record("on StoreKit 1 the receipt says what is owned")
            return
        }
        #expect(owned.state.source == .remembered)
        await local.shop.close()
    }

    @Test("What is owned is remembered for a launch while the store is away")
    func rememberedTransactions() async throws {
        try await buyAndClose(storeKit: "2")
        try store.setFault(StoreFault(.offline))
        let (local, _) = try await launch(storeKit: "2")
        #expect(local.shop.owned.owns(TerminalBench.greenhouse))
        guard case .signed(let owned) = local.shop.owned else {
            Issue.record("on StoreKit 2 signed transactions say what is owned")
            return
        }
        #expect(owned.state.knowledge == .remembered)
        await local.shop.close()
    }
}
