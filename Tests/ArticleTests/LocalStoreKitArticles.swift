import Foundation
import LocalAppStore
import LocalStoreKit

private func buy(_ store: LocalAppStore, _ product: SKProduct, _ observer: any SKPaymentTransactionObserver) throws {
    let device = try LocalDevice.use(store, account: "flora")
    SKPaymentQueue.default().add(observer)
    SKPaymentQueue.default().add(SKPayment(product: product))
    withExtendedLifetime(device) {}
}

private func useRunningStore() {
    if let url = URL(string: "http://127.0.0.1:8080") {
        LocalDevice.use(url, account: "flora")
    }
}

extension Bundle {
    var appStoreReceiptURL: URL? { LocalDevice.appStoreReceiptURL }
}

private func cancel() throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    let device = try LocalDevice.use(store, account: "flora")
    device.settings.paymentSheet = { _ in .cancel }
}

private func use() throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    try LocalDevice.use(store)
}
