import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

/// The tutorial "In-App Purchases with Xcode 12 and iOS 14": every Swift block of it, compiled and run.
///
/// `TutorialApp` has the app, `TutorialHelper`, `TutorialReceipt` and `TutorialReceiptReading` what its reader writes of the
/// helper, `TutorialHelperTests` its tests. The functions of OpenSSL that `load()` and `read()` call are written in Swift in
/// `Support`. Two blocks are left out, because they are no Swift: those under "Create the IAPHelper Framework" are paths for
/// Xcode's build settings.
@Suite("The tutorial of IAPDemo", .serialized, .timeLimit(.minutes(15)))
struct TutorialTests {
    private let shop: TutorialShop
    private let large = "com.rarcher.flowers-large"

    init() throws {
        shop = try TutorialShop()
    }

    /// Enters the first scene, as the system does.
    private func launch() throws -> (AppDelegate, ViewController) {
        let delegate = AppDelegate()
        let scene = SceneDelegate()
        let window = UIWindowScene()
        shop.run {
            #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
            scene.scene(window, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
        }
        #expect(scene.window?.isKeyAndVisible == true)
        return (delegate, try #require(scene.window?.rootViewController as? ViewController))
    }

    @Test("The app starts, and asks for its products")
    func start() throws {
        let (delegate, _) = try launch()
        let helper = try #require(delegate.iapHelper)
        #expect(shop.device.perform { helper === IAPHelper.shared })
        #expect(helper.products?.map(\.productIdentifier) == [large, "com.rarcher.flowers-small"])
        #expect(shop.lines.contains("Receipt missing"))
    }

    @Test("The customer taps on Buy")
    func buy() throws {
        let (delegate, controller) = try launch()
        shop.run { controller.requestBuyProduct(productId: large) }
        #expect(shop.lines.contains("Purchase success for product \(large)"))
        #expect(shop.lines.last == "Receipt processed")
        #expect(delegate.iapHelper?.purchasedProductIdentifiers == [large])
        #expect(shop.store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("The customer taps on Buy twice, cancels, or the store refuses", arguments: 0...2)
    func notBought(story: Int) throws {
        let (_, controller) = try launch()
        switch story {
        case 1: shop.device.settings.paymentSheet = { _ in .cancel }
        case 2: shop.device.settings.paymentSheet = { _ in .fail(SKError(.paymentInvalid)) }
        default: break
        }
        shop.run {
            controller.requestBuyProduct(productId: large)
            if story == 0 { controller.requestBuyProduct(productId: large) }
        }
        let line = [
            "Purchase aborted because another purchase is being processed",
            "Purchase cancelled for product \(large)",
            "Purchase failure for product \(large)",
        ][story]
        #expect(shop.lines.filter { $0 == line }.count == 1)
    }

    @Test("The tutorial's tests pass", .enabled(if: !IAPConstants.isRelease))
    func tests() {
        let queue = shop.queue
        LocalDevice.isolated {
            shop.run {
                TutorialTestCase.$happening.withValue({ queue.run() }) {
                    FirstTest.IAPHelperTests().testConfiguration()
                    let tests = IAPHelperTests()
                    tests.testConfiguration()
                    tests.testGetProductInfo()
                    tests.testPurchaseProduct()
                    tests.testValidateReceipt()
                }
            }
        }
        #expect(shop.lines.contains("Purchase succeeded: \(large)"))
    }

    @Test("The constants name the reader's certificate, and the file of products in the bundle")
    func constants() {
        let file = IAPConfigurationFile(bundle: .module)
        #expect((try? file.catalogue().productIDs.count) == (IAPConstants.isRelease ? nil : 2))
        #expect(HelloIAPWorld.IAPConstants.Certificate() == IAPConstants.Certificate())
    }

    @Test("The reader's own helper: deferred, then completed, beside the module's helper")
    func ownHelper() async throws {
        try shop.store.updateSettings { $0.askToBuyEnabled = true }
        let iapHelper = shop.device.perform { HelloIAPWorld.IAPHelper.shared }
        shop.run {
            SKPaymentQueue.default().add(iapHelper)
            iapHelper.isPurchasing = true
        }
        let product = SKMutablePayment()
        product.productIdentifier = large
        let deferred = await withCheckedContinuation { continuation in
            let told = Locked(CheckedContinuation<IAPNotification, Never>?.some(continuation))
            iapHelper.purchaseCompletion = { notification in
                let waiting = told.withLock { told in
                    defer { told = nil }
                    return told
                }
                waiting?.resume(returning: notification)
            }
            shop.run { SKPaymentQueue.default().add(product) }
        }
        #expect(deferred == .purchaseDeferred(productId: large))
        #expect(!iapHelper.isPurchasing)
        try shop.store.approve(attempt: try #require(shop.store.attempts.first).id)
        shop.queue.run()
        #expect(iapHelper.noted.withLock { $0 } == ["in progress", "completed"])
        shop.run { iapHelper.processReceipt() }
        #expect(iapHelper.noted.withLock { $0.last } == "processed")
    }

    @Test("The method that handles transactions has the name that the tutorial gives it")
    func method() throws {
        let observer = shop.device.perform { HelloIAPWorld.IAPHelper.shared }
        let paymentQueue = observer.paymentQueue(_:updatedTransactions:)
        shop.device.perform { paymentQueue(SKPaymentQueue.default(), []) }
    }
}
