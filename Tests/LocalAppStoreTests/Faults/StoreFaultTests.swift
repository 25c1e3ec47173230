import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("Faults of the store")
struct StoreFaultTests {
    @Test("A fault is counted down, ends, and never changes what is not about it")
    func counting() throws {
        let store = try Shop.store()
        let set = try store.setFault(StoreFault(.purchaseFails, times: 2, productID: Shop.seeds))
        #expect(set.id == "f2")
        let request = PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora)
        for remaining in [1, nil] {
            guard case .failed(let attempt, .unknown) = try store.purchase(request) else {
                Issue.record("the purchase went through")
                return
            }
            #expect(attempt.reason == "the store was told to fail: unknown (fault f2)")
            #expect(store.faults.first?.remaining == remaining)
        }
        #expect(store.faults.isEmpty)
        #expect(try store.purchase(request).transaction != nil)
    }

    @Test("The fault that was set first strikes first")
    func order() throws {
        let store = try Shop.store()
        try store.setFault(StoreFault(.purchaseFails, times: 1, parameters: .init(failure: .cancelled)))
        try store.setFault(StoreFault(.purchaseFails, times: 1, parameters: .init(failure: .invalidSignature)))
        let request = PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora)
        let failures = try (0..<2).map { _ in
            if case .failed(_, let failure) = try store.purchase(request) { failure } else { PurchaseFailure.unknown }
        }
        #expect(failures == [.cancelled, .invalidSignature])
    }

    @Test("A store that is opened anew has its faults, the counts, and what was put off")
    func persistence() throws {
        try withTemporaryFolder { folder in
            func open() throws -> LocalAppStore {
                try LocalAppStore.open(
                    folder: folder.appendingPathComponent("store"),
                    configuration: try Shop.configuration(),
                    app: Shop.app,
                    start: Shop.date("2026-01-31T10:00:00Z")
                )
            }
            let before: (engine: StoreEngine, faults: [StoreFault])
            do {
                let store = try open()
                try store.createAccount(id: Shop.flora)
                try store.setFault(StoreFault(.finishLate, times: 3, parameters: .init(seconds: 60)))
                try store.setFault(StoreFault(.wrongEnvironment, accountID: Shop.flora))
                let seeds = try store.buy(productID: Shop.seeds, account: Shop.flora)
                try store.deviceFinish(seeds.transactionID, account: Shop.flora)
                before = (store.engine, store.faults)
            }
            let store = try open()
            #expect(store.engine == before.engine)
            #expect(store.faults == before.faults)
            #expect(store.faults.map(\.remaining) == [2, nil])
            #expect(store.nextDueDate == store.now + 60)
            try store.advance(by: 60)
            #expect(store.unfinishedTransactions(account: Shop.flora).isEmpty)
            #expect(store.nextDueDate == nil)
        }
    }

    /// Faults that mean nothing.
    static let refused: [(StoreFault, StoreError.Code)] = [
        (StoreFault(.init(rawValue: "earthquake")), .invalidValue),
        (StoreFault(.offline, times: 0), .invalidValue),
        (StoreFault(.offline, times: -1), .invalidValue),
        (StoreFault(.offline, accountID: "nobody"), .unknownAccount),
        (StoreFault(.offline, productID: Shop.seeds), .invalidValue),
        (StoreFault(.purchaseFails, productID: "none"), .unknownProduct),
        (StoreFault(.purchaseFails, parameters: .init(failure: .init(rawValue: "bang"))), .invalidValue),
        (StoreFault(.purchaseFails, parameters: .init(seconds: 1)), .invalidValue),
        (StoreFault(.finishLate), .invalidValue),
        (StoreFault(.finishLate, parameters: .init(seconds: -1)), .invalidValue),
        (StoreFault(.finishLate, parameters: .init(seconds: .infinity)), .invalidValue),
        (StoreFault(.finishLate, parameters: .init(seconds: .nan)), .invalidValue),
        (StoreFault(.clockJump, times: 1, parameters: .init(seconds: 1)), .invalidValue),
        (StoreFault(.storefrontSwitch, parameters: .init(storefront: "XYZ")), .unknownStorefront),
        (StoreFault(.accountSwitch, parameters: .init(otherAccountID: "nobody")), .unknownAccount),
        (StoreFault(.wrongEnvironment, parameters: .init(environment: .init(rawValue: "Moon"))), .invalidValue),
    ]

    @Test("A fault that means nothing is refused, and nothing changes", arguments: refused)
    func refusals(fault: StoreFault, code: StoreError.Code) throws {
        let store = try Shop.store()
        let before = store.engine
        #expect(throws: StoreError(code, "")) { try store.setFault(fault) }
        #expect(throws: StoreError(.unknownFault, "")) { try store.clearFault("f1") }
        #expect(store.engine == before)
    }

    @Test("The same commands with faults give the same engine")
    func deterministic() throws {
        var engines: [StoreEngine] = []
        for _ in 0..<2 {
            var engine = try Shop.engine()
            try engine.handle(.setFault(StoreFault(.purchaseFails, times: 1)))
            try engine.handle(.purchase(PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora)))
            try engine.handle(.setFault(StoreFault(.offline)))
            try engine.handle(.clearFaults)
            engines.append(engine)
        }
        #expect(engines.first == engines.last)
        #expect(engines.first?.faults == [])
    }
}
