import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit

private func buy(_ store: LocalAppStore, _ product: SKProduct, _ observer: any SKPaymentTransactionObserver) throws {
    let phone = try DeviceIdentifier("3B76A7BD-8F5B-4E0E-9B6E-0E7C3C1B2A11")
    let device = try LocalStoreKit.use(store, account: "flora", device: phone)
    SKPaymentQueue.default().add(observer)
    SKPaymentQueue.default().add(SKPayment(product: product))
    withExtendedLifetime(device) {}
}

private func useRunningStore(_ identifier: DeviceIdentifier) {
    if let url = URL(string: "http://127.0.0.1:8080") {
        LocalStoreKit.use(url, account: "flora", device: identifier)
    }
}

extension Bundle {
    var appStoreReceiptURL: URL? { LocalDevice.appStoreReceiptURL }
}
