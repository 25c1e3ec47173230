import Foundation
import LocalAppStore
import LocalStoreKit

private func buy(_ product: SKProduct, _ observer: any SKPaymentTransactionObserver) throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    LocalDevice.use(store)  // account "customer", made if it is not there
    SKPaymentQueue.default().add(observer)
    SKPaymentQueue.default().add(SKPayment(product: product))
}

private func useRunningStore() {
    if let url = URL(string: "http://127.0.0.1:8081") {
        LocalDevice.use(url, account: "flora")
    }
}

extension Bundle {
    var appStoreReceiptURL: URL? { LocalDevice.appStoreReceiptURL }
}

private func cancel() throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    let device = LocalDevice.use(store, account: "flora")
    device.settings.paymentSheet = { _ in .cancel }
}

private func use() throws {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    LocalDevice.use(store)
}

private func buyEverything() async throws {
    for product in try await Product.products(for: ["com.example.flowershop.seeds"]) {
        guard case .success(let result) = try await product.purchase() else { continue }
        let transaction = try result.payloadValue
        await transaction.finish()
    }
}

private func tryEverything() async throws {
    for product in try await Product.products(for: ["com.example.flowershop.seeds"]) {
        let result = try await product.purchase()
        print(result)
    }
}

private func buy(_ product: Product, for token: UUID) async throws {
    switch try await product.purchase(options: [.appAccountToken(token)]) {
    case .success(let result):
        let transaction = try result.payloadValue
        await transaction.finish()
    case .pending, .userCancelled: break
    @unknown default: break
    }
}

private func order(_ request: String) async throws -> Product.PurchaseResult {
    let product = try await AdvancedCommerceProduct(id: "com.example.generic.subscription")
    let result = try await product.purchase(compactJWS: request)
    return result
}
