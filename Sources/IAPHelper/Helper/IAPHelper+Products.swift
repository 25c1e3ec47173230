import Locking
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension IAPHelper {
    /// The identifiers of the app's products; nil if they cannot be read.
    public var configuredProductIdentifiers: Set<ProductId>? {
        let identifiers = catalogue.productIDs
        return identifiers.isEmpty ? nil : identifiers
    }

    /// Whether the app has products.
    public var haveConfiguredProductIdentifiers: Bool { configuredProductIdentifiers != nil }

    /// The products, localized for the customer; nil until they are retrieved.
    public var products: [SKProduct]? { state.withLock { $0.products } }

    /// Whether products were retrieved.
    public var isAppStoreProductInfoAvailable: Bool { !(products ?? []).isEmpty }

    /// Asks the App Store for the products of the configuration; calls that overlap share one request.
    ///
    /// `completion` hears of unknown identifiers, then of success or of no products at all, then of the end; or of the
    /// failure alone. Known products are for sale also if others are unknown.
    public func requestProductsFromAppStore(completion: @escaping (_ notification: IAPNotification) -> Void) {
        requestProducts(Handler(completion))
    }

    func requestProducts(_ handler: Handler<IAPNotification>) {
        guard let identifiers = configuredProductIdentifiers else {
            return enqueue(.configurationNoProductIds, handler)
        }
        state.withLock { $0.products = nil }
        log.note(.requestProductsStarted)
        client.retrieveProductsInfo(identifiers) { [self] in received($0, handler) }
    }

    private func received(_ results: RetrieveResults, _ handler: Handler<IAPNotification>) {
        if let error = results.error { return tell(.requestProductsFailure, handler, because: error) }
        for unknown in results.invalidProductIDs.sorted() { log.note("Not for sale: \(unknown)") }
        if results.retrievedProducts.isEmpty {
            tell(.requestProductsNoProducts, handler)
        } else {
            let products = results.retrievedProducts.sorted { $0.productIdentifier < $1.productIdentifier }
            state.withLock { $0.products = products }
            if !results.invalidProductIDs.isEmpty { tell(.requestProductsInvalidProducts, handler) }
            tell(.requestProductsSuccess, handler)
        }
        tell(.requestProductsDidFinish, handler)
    }

    /// The product that was retrieved under an identifier.
    public func getStoreProductFrom(id: ProductId) -> SKProduct? {
        guard let products, !products.isEmpty else {
            log.note(.appStoreNoProductInfo)
            return nil
        }
        let product = products.first { $0.productIdentifier == id }
        if product == nil { log.note(.purchaseProductUnavailable(productId: id)) }
        return product
    }

    /// The name of a product in the customer's language.
    public func getProductTitleFrom(id: ProductId) -> String? { getStoreProductFrom(id: id)?.localizedTitle }

    /// The price as the customer reads it; nil if it cannot be written.
    public class func getLocalizedPriceFor(product: SKProduct) -> String? { product.localizedPrice }

    /// The products and what is known about them; read when they are first needed, so that the app can say where from.
    var catalogue: ProductCatalogue {
        if let catalogue = state.withLock({ $0.catalogue }) { return catalogue }
        let read = readCatalogue(productConfiguration ?? IAPProductConfigurationDefault())
        state.withLock { $0.catalogue = read }
        return read
    }

    private func readCatalogue(_ configuration: any IAPProductConfiguration) -> ProductCatalogue {
        do {
            let catalogue = try configuration.readCatalogue()
            log.note(.configurationSuccess)
            return catalogue
        } catch {
            log.note(error.notification, error: error)
            if error.code != .refused { log.note(.configurationFailure, error: error) }
            return ProductCatalogue([])
        }
    }
}
