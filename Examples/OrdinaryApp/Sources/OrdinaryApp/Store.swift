import StoreKit

typealias Transaction = SKPaymentTransaction

public enum PurchaseState {
    case ready([SKProduct])
    case purchased(String)
    case failed(Error?)
}

/// The store of an app as many are written: singletons, delegates and one file that imports nothing but StoreKit.
class Store: NSObject {
    static let shared = Store()

    var onChange: ((PurchaseState) -> Void)?
    private var products: [SKProduct] = []
    private let defaults = UserDefaults.standard

    func start() {
        SKPaymentQueue.default().add(self)
    }

    func load(_ identifiers: Set<String>) {
        // Held by nothing but this variable, as in many apps.
        let request = SKProductsRequest(productIdentifiers: identifiers)
        request.delegate = self
        request.start()
    }

    func buy(_ product: SKProduct) {
        guard SKPaymentQueue.canMakePayments() else { return }
        SKPaymentQueue.default().add(SKPayment(product: product))
    }

    func price(of product: SKProduct) -> String? {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = product.priceLocale
        return formatter.string(from: product.price)
    }
}

extension Store: SKProductsRequestDelegate {
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products.sorted { $0.price.compare($1.price) == .orderedAscending }
        onChange?(.ready(products))
    }

    func request(_ request: SKRequest, didFailWithError error: Error) {
        onChange?(.failed(error))
    }
}

extension Store: SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased, .restored: complete(transaction)
            case .failed: fail(transaction)
            case .purchasing, .deferred: break
            @unknown default: break
            }
        }
    }

    private func complete(_ transaction: Transaction) {
        let identifier = transaction.original?.payment.productIdentifier ?? transaction.payment.productIdentifier
        defaults.set(true, forKey: identifier)
        SKPaymentQueue.default().finishTransaction(transaction)
        onChange?(.purchased(identifier))
    }

    private func fail(_ transaction: Transaction) {
        if let error = transaction.error as NSError?, error.domain == SKErrorDomain,
            error.code != SKError.paymentCancelled.rawValue
        {
            print("Transaction error: \(error.localizedDescription)")
        }
        SKPaymentQueue.default().finishTransaction(transaction)
        onChange?(.failed(transaction.error))
    }
}
