import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("Known bugs of Apple's releases")
struct KnownBugTests {
    @Test(
        "Each can be put in force as it is, and says which releases have it, what happens and what to do",
        arguments: StoreFault.KnownBug.all
    )
    func complete(bug: StoreFault.KnownBug) throws {
        let store = try Shop.store()
        try store.setFault(bug.fault())
        #expect(store.faults.map(\.kind) == [bug.kind])
        #expect(StoreFault.KnownBug(bug.kind) == bug)
        for text in [bug.releases, bug.symptom, bug.advice] { #expect(!text.isEmpty) }
    }

    @Test("Their kinds are different, and a fault that nobody calls a bug of Apple's is none")
    func different() {
        let kinds = StoreFault.KnownBug.all.map(\.kind)
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds).isSubset(of: StoreFault.Kind.all))
        #expect(StoreFault.KnownBug(.chargeThenError) == nil)
    }

    @Test("A bug that is about a moment cannot be counted")
    func uncounted() throws {
        let store = try Shop.store()
        for bug in [StoreFault.KnownBug.entitlementLate, .unfinishedNewestFirst] {
            let error = #expect(throws: StoreError.self) { try store.setFault(bug.fault(times: 1)) }
            #expect(error?.code == .invalidValue)
        }
    }

    @Test("For a second the current entitlements do not have what was bought; everything else has it")
    func entitlementLate() throws {
        let store = try Shop.store()
        try store.setFault(StoreFault.KnownBug.entitlementLate.fault())
        let device = UUID()
        func found(_ part: DeviceSelection.Part) throws -> Int {
            try store.deviceTransactions(DeviceSelection(part), account: Shop.flora, device: device).count
        }
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        #expect(try found(.currentEntitlements) == 0)
        #expect(try found(.all) == 1)
        #expect(try found(.unfinished) == 1)
        try store.advance(by: 1)
        #expect(try found(.currentEntitlements) == 1)
    }

    @Test("What is not finished comes newest first")
    func newestFirst() throws {
        let store = try Shop.store()
        let device = UUID()
        func unfinished() throws -> [String] {
            try store.deviceTransactions(DeviceSelection(.unfinished), account: Shop.flora, device: device)
                .map(\.transactionID)
        }
        let bought = try (0..<3).map { _ in try store.buy(productID: Shop.seeds, account: Shop.flora).transactionID }
        #expect(try unfinished() == bought)
        let fault = try store.setFault(StoreFault.KnownBug.unfinishedNewestFirst.fault())
        #expect(try unfinished() == bought.reversed())
        try store.clearFault(fault.id)
        #expect(try unfinished() == bought)
    }

    @Test("Who asks page by page gets all of it, under a bug, too")
    func pages() throws {
        let store = try Shop.store()
        let device = UUID()
        func pages(_ part: DeviceSelection.Part) throws -> [String] {
            var (selection, found) = (DeviceSelection(part), [String]())
            selection.limit = 2
            for _ in 0..<9 {
                let page = try store.deviceTransactions(selection, account: Shop.flora, device: device)
                found += page.map(\.transactionID)
                guard page.count == 2 else { return found }
                selection.after = page.last?.transactionID
            }
            return found
        }
        try store.setFault(StoreFault.KnownBug.unfinishedNewestFirst.fault())
        let bought = try (0..<5).map { _ in try store.buy(productID: Shop.seeds, account: Shop.flora).transactionID }
        #expect(try pages(.unfinished) == bought.reversed())
        #expect(try pages(.all) == bought)
        try store.setFault(StoreFault.KnownBug.entitlementLate.fault(productID: Shop.greenhouse))
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        let others = try [Shop.season, Shop.posy].map {
            try store.buy(productID: $0, account: Shop.flora).transactionID
        }
        #expect(try pages(.currentEntitlements) == others)
    }

    @Test("What a parent refuses is delivered, as often as the bug strikes")
    func refusalIgnored() throws {
        let store = try Shop.store()
        try store.updateSettings { $0.askToBuyEnabled = true }
        try store.setFault(StoreFault.KnownBug.refusalIgnored.fault(times: 1, productID: Shop.seeds))
        let request = PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora)
        for count in [1, 1] {
            guard case .deferred(let attempt) = try store.purchase(request) else {
                Issue.record("it must wait")
                return
            }
            try store.decline(attempt: attempt.id)
            #expect(store.transactions(account: Shop.flora).count == count)
        }
        #expect(store.faults.isEmpty)
    }
}
