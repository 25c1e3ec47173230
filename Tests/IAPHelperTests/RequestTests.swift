import Foundation
import IAPHelper
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("The helper's requests", .timeLimit(.minutes(15)))
struct RequestTests {
    private final class Own: IAPProductConfiguration {
        func readProductConfiguration(type: IAPProductConfigurationType) -> Set<ProductId>? {
            [SampleShop.greenhouse, "com.example.flowershop.unknown"]
        }
    }

    @Test("Products are retrieved for the identifiers of the configuration, with what the shop shows of them")
    func products() throws {
        let shop = try HelperShop()
        #expect(!shop.helper.isAppStoreProductInfoAvailable)
        #expect(shop.helper.getStoreProductFrom(id: SampleShop.greenhouse) == nil)
        #expect(shop.events.last == .appStoreNoProductInfo)
        let told = shop.hear(shop.helper.requestProductsFromAppStore)
        #expect(told == [.requestProductsSuccess, .requestProductsDidFinish])
        #expect(shop.helper.products?.count == shop.helper.configuredProductIdentifiers?.count)
        #expect(shop.helper.isAppStoreProductInfoAvailable)
        let product = try #require(shop.helper.getStoreProductFrom(id: SampleShop.greenhouse))
        #expect(IAPHelper.getLocalizedPriceFor(product: product) == "$9.99")
        #expect(shop.helper.getProductTitleFrom(id: SampleShop.greenhouse) == product.localizedTitle)
        #expect(shop.helper.getProductTitleFrom(id: "none") == nil)
        #expect(shop.events.last == .purchaseProductUnavailable(productId: "none"))
    }

    @Test("Bug 1.1, one unknown identifier rejects everything: what the store knows is for sale")
    func unknown() throws {
        let shop = try HelperShop(configuration: Own())
        let told = shop.hear(shop.helper.requestProductsFromAppStore)
        #expect(told == [.requestProductsInvalidProducts, .requestProductsSuccess, .requestProductsDidFinish])
        #expect(shop.helper.products?.map(\.productIdentifier) == [SampleShop.greenhouse])
        #expect(shop.log.contains { $0.message == "Not for sale: com.example.flowershop.unknown" })
    }

    @Test("A store that fails says so once, and why in the log")
    func failure() throws {
        let shop = try HelperShop()
        shop.device.settings.failure = { $0 == .products ? URLError(.timedOut) : nil }
        #expect(shop.hear(shop.helper.requestProductsFromAppStore) == [.requestProductsFailure])
        #expect(shop.helper.products == nil)
        let entry = try #require(shop.log.last)
        #expect(entry.error is URLError)
        #expect(entry.description == "Products request failed (NSURLErrorDomain -1001)")
    }

    @Test("Bug 1.1, one closure for all: each of two requests at once hears its own answer, once")
    func overlapping() throws {
        let shop = try HelperShop()
        let second = Locked([IAPNotification]())
        let first = shop.hear { hear in
            shop.helper.requestProductsFromAppStore(completion: hear)
            shop.helper.requestProductsFromAppStore { notification in second.withLock { $0.append(notification) } }
        }
        #expect(first == [.requestProductsSuccess, .requestProductsDidFinish])
        #expect(second.withLock { $0 } == first)
    }

    @Test("Bug 1.1, requests told apart by what is stored: products and receipt at once do not answer for each other")
    func productsAndReceipt() throws {
        let shop = try HelperShop()
        shop.device.settings.failure = { $0 == .products ? URLError(.timedOut) : nil }
        let receipt = Locked([IAPNotification]())
        let products = shop.hear { hear in
            shop.helper.refreshReceipt { notification in receipt.withLock { $0.append(notification) } }
            shop.helper.requestProductsFromAppStore(completion: hear)
        }
        #expect(products == [.requestProductsFailure])
        #expect(receipt.withLock { $0 } == [.requestReceiptRefreshSuccess])
    }

    @Test("Bug 1.1, receipt refreshes not logged: start, success and failure are", arguments: [true, false])
    func refresh(succeeds: Bool) throws {
        let shop = try HelperShop()
        shop.device.settings.signsIn = succeeds
        let told = shop.hear(shop.helper.refreshReceipt)
        #expect(told == [succeeds ? .requestReceiptRefreshSuccess : .requestReceiptRefreshFailure])
        #expect(shop.events.contains(.receiptRefreshStarted))
        #expect(shop.events.contains(.receiptRefreshSuccess) == succeeds)
        #expect(shop.events.contains(.receiptRefreshFailure) == !succeeds)
        #expect(shop.log.contains { $0.error != nil } == !succeeds)
    }
}
