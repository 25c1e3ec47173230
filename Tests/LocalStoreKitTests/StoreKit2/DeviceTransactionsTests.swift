import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("What a device asks of the store's transactions") struct DeviceTransactionsTests {
    private let store: LocalAppStore
    private let bought: [String]

    init() throws {
        let store = try SampleShop.open()
        try store.createAccount(id: "fern")
        bought = try [SampleShop.seeds, SampleShop.greenhouse, SampleShop.season, SampleShop.posy].map { product in
            try store.buy(productID: product, account: SampleShop.customer).transactionID
        }
        self.store = store
    }

    private func ask(_ selection: DeviceSelection) throws -> [String] {
        try store.deviceTransactions(selection, account: SampleShop.customer, device: UUID()).map(\.transactionID)
    }

    @Test func `Those that are named come in the order in which they were bought, each once`() throws {
        let named = [bought[2], "4711", bought[0], bought[2]]
        #expect(try ask(DeviceSelection(.all, transactionIDs: named)) == [bought[0], bought[2]])
        #expect(try ask(DeviceSelection(.currentEntitlements, transactionIDs: [bought[0], bought[1]])) == [bought[1]])
    }

    @Test func `Neither another account's nor a restored copy is found by its name`() throws {
        let others = try store.buy(productID: SampleShop.seeds, account: "fern")
        try store.finish(transactionID: bought[1])
        let copies = try store.restore(account: SampleShop.customer)
        #expect(!copies.isEmpty)
        let named = [others.transactionID] + copies.map(\.transactionID)
        #expect(try ask(DeviceSelection(.all, transactionIDs: named)) == [])
        #expect(try ask(DeviceSelection(.unfinished, transactionIDs: bought)) == [bought[0], bought[2], bought[3]])
    }

    @Test func `A finished consumable is found by its name only where it is history`() throws {
        try store.finish(transactionID: bought[0])
        #expect(try ask(DeviceSelection(.all, transactionIDs: [bought[0]])) == [])
        let everything = DeviceSelection(.all, transactionIDs: [bought[0]], includesFinishedConsumables: true)
        #expect(try ask(everything) == [bought[0]])
    }

    @Test func `A page goes on after the last of the page before`() throws {
        var selection = DeviceSelection(.all)
        selection.limit = 3
        #expect(try ask(selection) == Array(bought.prefix(3)))
        selection.after = bought[2]
        #expect(try ask(selection) == [bought[3]])
        selection.after = bought[3]
        #expect(try ask(selection) == [])
        try store.delete(transactionID: bought[3])
        #expect(throws: (any Error).self) { try ask(selection) }
    }
}
