import AppReceipt
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// A device that was given no place for its receipt, on a store in this process.
@Suite("A receipt is made when somebody looks") struct DeviceReceiptTests {
    private let store: LocalAppStore
    private let device: LocalDevice
    private let queue = ManualQueue()
    private let observer = RecordingObserver()

    init() throws {
        store = try SampleShop.open()
        let work = CallbackQueue { [queue] in queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: work,
            work: work
        )
        device.queue.add(observer)
        queue.run()
    }

    private func buy(_ product: String) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        device.queue.add(payment)
        queue.run()
    }

    private var isOnDisk: Bool {
        FileManager.default.fileExists(atPath: device.folder.appendingPathComponent("sandboxReceipt").path)
    }

    private func products() throws -> Set<String> {
        Set(try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL)).inAppPurchases.map(\.productID))
    }

    @Test func `Before the first purchase there is none, also for who asks`() {
        #expect(!FileManager.default.fileExists(atPath: device.receiptURL.path))
    }

    @Test func `It is made when its place is asked for, and then for each event before the app hears of it`() throws {
        buy(SampleShop.greenhouse)
        #expect(!isOnDisk)
        #expect(try products() == [SampleShop.greenhouse])
        let seen = Locked([Set<String>]())
        observer.onUpdate = { transactions in
            guard transactions.first?.transactionState == .purchased else { return }
            let products = try? products()
            seen.withLock { $0.append(products ?? []) }
        }
        buy(SampleShop.season)
        #expect(seen.withLock { $0 } == [[SampleShop.greenhouse, SampleShop.season]])
    }

    @Test func `It is that of the last event: a consumable that was finished since is still in it`() throws {
        buy(SampleShop.seeds)
        for transaction in device.queue.transactions { device.queue.finishTransaction(transaction) }
        queue.run()
        #expect(try products() == [SampleShop.seeds])
        buy(SampleShop.greenhouse)
        #expect(try products() == [SampleShop.greenhouse])
    }

    @Test func `Who asks why it could not be written looks too`() throws {
        buy(SampleShop.greenhouse)
        #expect(device.receiptError == nil)
        #expect(isOnDisk)
    }

    @Test func `A refresh writes it although nobody has looked; what happens later is in it for who looks`() throws {
        buy(SampleShop.greenhouse)
        let request = SKReceiptRefreshRequest()
        device.perform { request.start() }
        queue.run()
        #expect(isOnDisk)
        buy(SampleShop.season)
        #expect(try products() == [SampleShop.greenhouse, SampleShop.season])
    }

    @Test func `Events that came together are in one receipt`() {
        let session = ScriptedSession()
        session.set { $0.eventCount = 2 }
        let receipt = DeviceReceipt(session, url: nil)
        _ = receipt.url
        receipt.update()
        receipt.update()
        #expect(session.get(\.receipts) == 1)
        session.set { $0.eventCount = 3 }
        receipt.update()
        #expect(session.get(\.receipts) == 2)
    }

    @Test func `Before anybody knows its place, it is drawn up once for events that came together`() throws {
        let session = ScriptedSession()
        session.set { $0.eventCount = 2 }
        let receipt = DeviceReceipt(session, url: nil)
        receipt.update()
        receipt.update()
        #expect(session.get(\.receipts) == 1)
        session.set { $0.eventCount = 3 }
        receipt.update()
        #expect(session.get(\.receipts) == 2)
        #expect(try Data(contentsOf: receipt.url) == Data("receipt 2".utf8))
    }

    @Test func `A receipt that could not be made is tried again at the next event`() throws {
        let session = ScriptedSession()
        session.set { ($0.eventCount, $0.receiptError) = (1, SKError(.unknown)) }
        let receipt = DeviceReceipt(session, url: nil)
        _ = receipt.url
        receipt.update()
        #expect(receipt.problem is SKError)
        session.set { $0.receiptError = nil }
        receipt.update()
        #expect(receipt.problem == nil)
        #expect(try Data(contentsOf: receipt.url) == Data("receipt 2".utf8))
    }

    @Test func `The receipt of a store elsewhere is made at once, for nobody waits for it later`() {
        let session = ScriptedSession()
        let receipt = DeviceReceipt(session, url: nil)
        receipt.update()
        #expect(session.get(\.receipts) == 1)
    }

    @Test func `Many who ask at once all find it`() async throws {
        buy(SampleShop.greenhouse)
        let found = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { [device] in FileManager.default.fileExists(atPath: device.receiptURL.path) }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(found == Array(repeating: true, count: 8))
    }
}
