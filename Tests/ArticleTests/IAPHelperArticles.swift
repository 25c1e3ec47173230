import IAPHelper
import SwiftyStoreKit

private func start(_ unlock: @escaping @Sendable (ProductId) -> Void) {
    let helper = IAPHelper.shared
    helper.receiveNotifications { notification in
        if case .purchaseSuccess(let productId) = notification { unlock(productId) }
    }
    helper.requestProductsFromAppStore { notification in
        guard notification == .requestProductsSuccess, let product = helper.products?.first else { return }
        helper.buyProduct(product) { notification in
            if case .purchaseSuccess(let productId) = notification { unlock(productId) }
        }
    }
    helper.processReceipt()
}

#if canImport(Security)
    private func keep() {
        IAPHelper.shared.persistence = IAPPersistence(storage: KeychainStorage())
    }
#endif
