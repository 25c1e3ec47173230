import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

private final class Companion: Sendable {
    let other: Locked<OtherCompanion?> = Locked(nil)
}

private final class OtherCompanion: Sendable {}

@Suite("The device") struct DeviceTests {
    @Test func `The bundle's receipt is that of the device in use`() {
        let bench = Bench()
        bench.device.perform {
            #expect(Bundle.main.appStoreReceiptURL == bench.device.receiptURL)
        }
        LocalDevice.isolated {
            #expect(Bundle.main.appStoreReceiptURL == nil)
        }
    }

    @Test func `A store that does not let the account in says so to each request`() async throws {
        let store = try SampleShop.open()
        await LocalDevice.isolated {
            let device = LocalDevice.use(store, account: "", callbackQueue: DispatchQueue(label: "nobody"))
            #expect(LocalDevice.current === device)
            #expect(store.accounts.map(\.id) == [SampleShop.customer])
            let isReason = { (error: any Error) in
                let refusal = (error as? SKError)?.userInfo[NSUnderlyingErrorKey] as? StoreError
                return refusal?.code == .invalidValue
            }
            #expect(performing: { try device.session.products([SampleShop.seeds]) }, throws: isReason)
            #expect(performing: { try device.session.unfinished() }, throws: isReason)
            await #expect(
                performing: { try await Product.products(for: [SampleShop.seeds]) },
                throws: { error in
                    guard case .systemError(let reason)? = error as? StoreKitError else { return false }
                    return isReason(reason)
                }
            )
        }
    }

    @Test func `A receipt that was given no place goes with the device`() throws {
        var bench: Bench? = Bench()
        let url = try #require(bench?.device.receiptURL)
        let observer = bench?.observer()
        bench?.buy("rose")
        bench?.queue.run()
        #expect(observer?.log == ["purchasing rose", "purchased rose"])
        #expect(FileManager.default.fileExists(atPath: url.path))
        bench = nil
        let folder = url.deletingLastPathComponent().deletingLastPathComponent()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `A queue whose device has gone fails what it is asked, later and not silently`() throws {
        let queue = ManualQueue()
        let callbacks = CallbackQueue { queue.enqueue($0) }
        var device: LocalDevice? = LocalDevice(
            session: ScriptedSession(),
            receiptURL: URL(fileURLWithPath: "/nowhere/receipt"),
            callbacks: callbacks,
            work: callbacks
        )
        let payments = try #require(device?.queue)
        let observer = RecordingObserver()
        payments.add(observer)
        queue.run()
        device = nil
        let payment = SKMutablePayment()
        payment.productIdentifier = "rose"
        payments.add(payment)
        payments.restoreCompletedTransactions()
        #expect(observer.log.isEmpty)
        queue.run()
        #expect(observer.log == ["failed rose", "restore failed 0"])
        #expect(device == nil)
    }

    @Test func `A device that goes while it buys still answers`() throws {
        let queue = ManualQueue()
        let callbacks = CallbackQueue { queue.enqueue($0) }
        var device: LocalDevice? = LocalDevice(
            session: ScriptedSession(),
            receiptURL: nil,
            callbacks: callbacks,
            work: callbacks
        )
        let payments = try #require(device?.queue)
        let observer = RecordingObserver()
        payments.add(observer)
        let payment = SKMutablePayment()
        payment.productIdentifier = "rose"
        payments.add(payment)
        device = nil
        queue.run()
        #expect(observer.log == ["purchasing rose", "purchased rose"])
        #expect(device == nil)
    }

    @Test func `A companion may ask for another while it is made, and is made once`() async {
        let bench = Bench()
        let count = Locked(0)
        let make: @Sendable () -> Companion = {
            count.withLock { $0 += 1 }
            let companion = Companion()
            let other = bench.device.companion { OtherCompanion() }
            companion.other.withLock { $0 = other }
            return companion
        }
        let all = await withTaskGroup(of: Companion.self) { group in
            for _ in 0..<20 { group.addTask { bench.device.companion(make) } }
            return await group.reduce(into: [Companion]()) { $0.append($1) }
        }
        #expect(count.withLock { $0 } == 1)
        #expect(Set(all.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func `By default callbacks come on the main queue, and not from inside the call`() async throws {
        let device = try LocalDevice(
            store: try SampleShop.open(),
            account: "main",
            identifier: try SampleShop.device()
        )
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let listener = QueueListener(key)
        let request = SKProductsRequest(productIdentifiers: [SampleShop.seeds])
        request.delegate = listener
        await withCheckedContinuation { continuation in
            listener.onFinish.withLock { $0 = { continuation.resume() } }
            device.perform { request.start() }
        }
        #expect(listener.wasMain.withLock { $0 } == true)
        #expect(request.delegate === listener)
    }

    @Test func `Each device has its promoted products`() async throws {
        let first = Bench()
        let second = Bench()
        let rose = SKProduct.test("rose")
        let controller = first.device.perform { SKProductStorePromotionController.default() }
        #expect(controller === first.device.perform { SKProductStorePromotionController.default() })
        try await controller.update(promotionVisibility: .hide, for: rose)
        try await controller.update(promotionOrder: [SKProduct.test("tulip"), rose])
        #expect(try await controller.promotionVisibility(for: rose) == .hide)
        #expect(try await controller.promotionOrder().map(\.productIdentifier) == ["tulip", "rose"])
        let other = second.device.perform { SKProductStorePromotionController.default() }
        #expect(try await other.promotionVisibility(for: rose) == .default)
        let heard = Locked([String]())
        first.device.perform {
            controller.fetchStorePromotionVisibility(for: rose) { visibility, _ in
                heard.withLock { $0.append("\(visibility)") }
            }
            controller.fetchStorePromotionOrder { products, _ in heard.withLock { $0.append("\(products.count)") } }
            controller.update(storePromotionVisibility: .show, for: rose) { error in
                heard.withLock { $0.append("\(error == nil)") }
            }
        }
        #expect(heard.withLock { $0 }.isEmpty)
        first.queue.run()
        #expect(heard.withLock { $0 } == ["hide", "2", "true"])
    }
}

/// Notes on which queue it is called.
// Sendable is safe: the key is only read.
private final class QueueListener: NSObject, SKProductsRequestDelegate, @unchecked Sendable {
    let wasMain = Locked(Bool?.none)
    private let key: DispatchSpecificKey<Bool>

    init(_ key: DispatchSpecificKey<Bool>) { self.key = key }

    let onFinish = Locked<(@Sendable () -> Void)?>(nil)

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        let isMain = DispatchQueue.getSpecific(key: key) == true
        wasMain.withLock { $0 = isMain }
    }

    func requestDidFinish(_ request: SKRequest) {
        onFinish.withLock { $0 }?()
    }
}
