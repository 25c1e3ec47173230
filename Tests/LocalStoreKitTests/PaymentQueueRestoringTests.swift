import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("Restoring through the payment queue")
struct PaymentQueueRestoringTests {
    let bench = Bench()

    @Test("R2: Restored transactions come first, then the end; each is new and has its original")
    func order() throws {
        bench.session.set {
            $0.restorable = [.test("11", "rose", restoring: "1"), .test("12", "tulip", restoring: "2")]
        }
        let observer = bench.observer()
        bench.payments.restoreCompletedTransactions()
        #expect(observer.log.isEmpty)
        bench.queue.run()
        #expect(observer.log == ["restored rose, restored tulip", "restore finished"])
        let first = try #require(observer.transactions.first)
        #expect(first.transactionIdentifier == "11")
        #expect(first.original?.transactionIdentifier == "1")
        #expect(first.original?.transactionDate == Date(timeIntervalSince1970: 500))
        #expect(first.original?.transactionState == .purchased)
        #expect(bench.receipt == "receipt 1")
    }

    @Test("R2: With nothing to restore there is only the end")
    func nothing() {
        let observer = bench.observer()
        bench.payments.restoreCompletedTransactions()
        bench.queue.run()
        #expect(observer.log == ["restore finished"])
    }

    @Test("R4: A customer who does not sign in, and a store that fails, end it with an error")
    func failures() {
        let observer = bench.observer()
        bench.device.settings.signsIn = false
        bench.payments.restoreCompletedTransactions()
        bench.queue.run()
        bench.device.settings.signsIn = true
        bench.session.set { $0.restoreError = SKError(.unknown) }
        bench.payments.restoreCompletedTransactions()
        bench.queue.run()
        #expect(observer.log == ["restore failed 2", "restore failed 0"])
    }

    @Test("R5: An empty name restores everything; another name is passed on")
    func names() {
        _ = bench.observer()
        bench.payments.restoreCompletedTransactions()
        bench.payments.restoreCompletedTransactions(withApplicationUsername: "")
        bench.payments.restoreCompletedTransactions(withApplicationUsername: "flora")
        bench.queue.run()
        #expect(bench.session.get(\.restoredFor) == [nil, nil, "flora"])
    }

    @Test("R3: Restored transactions are finished like any other")
    func finishing() throws {
        bench.session.set { $0.restorable = [.test("11", "rose", restoring: "1")] }
        let observer = bench.observer()
        bench.payments.restoreCompletedTransactions()
        bench.queue.run()
        bench.payments.finishTransaction(try #require(observer.transactions.first))
        bench.queue.run()
        #expect(bench.session.get(\.finished) == ["11"])
        #expect(observer.log.last == "removed rose")
    }
}
