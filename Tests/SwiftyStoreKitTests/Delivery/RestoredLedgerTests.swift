import Foundation
import Locking
import Testing

@testable import SwiftyStoreKit

@Suite("What was restored and is not finished") struct RestoredLedgerTests {
    /// A storage in which somebody else writes while something is being written.
    private final class BusyStorage: KeyValueStorage {
        private let storage = MemoryStorage()
        private let meanwhile = Locked((@Sendable () -> Void)?.none)

        func once(_ body: @escaping @Sendable () -> Void) { meanwhile.withLock { $0 = body } }

        func data(forKey key: String) throws -> Data? { storage.data(forKey: key) }

        func set(_ data: Data?, forKey key: String) throws {
            let body = meanwhile.withLock { meanwhile in
                defer { meanwhile = nil }
                return meanwhile
            }
            body?()
            storage.set(data, forKey: key)
        }
    }

    private func restored(_ number: Int) -> FakeTransaction {
        FakeTransaction("rose", .restored, identifier: "\(number)")
    }

    @Test func `Of two writes at the same time the newer one stays`() throws {
        let storage = BusyStorage()
        let ledger = RestoredLedger(storage: storage) { Issue.record($0) }
        let (first, second) = (restored(1), restored(2))
        storage.once { ledger.opened([second]) }
        ledger.opened([first])
        let kept = RestoredLedger(storage: storage) { Issue.record($0) }
        #expect(kept.lost(on: .storeKit2).map(\.delivery) == ["1", "2"])
    }

    @Test func `What fails to be written is told, and the next change is written`() {
        let problems = Locked(0)
        let storage = FlakyStorage()
        let ledger = RestoredLedger(storage: storage) { _ in problems.withLock { $0 += 1 } }
        storage.isFailing.withLock { $0 = true }
        ledger.opened([restored(1)])
        #expect(problems.withLock { $0 } == 1)
        storage.isFailing.withLock { $0 = false }
        ledger.opened([restored(2)])
        let kept = RestoredLedger(storage: storage) { Issue.record($0) }
        #expect(kept.lost(on: .storeKit2).map(\.delivery) == ["1", "2"])
    }

    private struct FlakyStorage: KeyValueStorage {
        let storage = MemoryStorage()
        let isFailing = Locked(false)

        func data(forKey key: String) throws -> Data? { storage.data(forKey: key) }

        func set(_ data: Data?, forKey key: String) throws {
            if isFailing.withLock({ $0 }) { throw DeliveryTestError() }
            storage.set(data, forKey: key)
        }
    }
}
