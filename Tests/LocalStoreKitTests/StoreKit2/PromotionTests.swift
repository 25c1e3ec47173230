import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: promoted products", .timeLimit(.minutes(15)))
struct PromotionTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    @Test func `Order and visibility are those of StoreKit 1`() async throws {
        let order = [SampleShop.posy, SampleShop.seeds]
        try await shop.app {
            #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
            try await Product.PromotionInfo.updateProductOrder(byID: order)
            try await Product.PromotionInfo.updateProductVisibility(.hidden, for: SampleShop.seeds)
            let infos = try await Product.PromotionInfo.currentOrder
            #expect(infos.map(\.productID) == order)
            #expect(infos.map(\.visibility) == [.appStoreConnectDefault, .hidden])
            var posy = try #require(infos.first)
            posy.visibility = .visible
            try await posy.update()
            let controller = SKProductStorePromotionController.default()
            #expect(try await controller.promotionOrder().map(\.productIdentifier) == order)
            let product = try #require(try await controller.promotionOrder().first)
            #expect(try await controller.promotionVisibility(for: product) == .show)
        }
    }

    @Test func `All at once`() async throws {
        try await shop.app {
            try await Product.PromotionInfo.updateAll([
                .init(productID: SampleShop.bouquet, visibility: .visible),
                .init(productID: SampleShop.posy, visibility: .hidden),
            ])
            let infos = try await Product.PromotionInfo.currentOrder
            #expect(infos.map(\.productID) == [SampleShop.bouquet, SampleShop.posy])
            #expect(infos.map(\.visibility) == [.visible, .hidden])
        }
    }

    @Test func `What is not sold is not promoted`() async throws {
        await #expect(throws: Product.PurchaseError.productUnavailable) {
            try await shop.app { try await Product.PromotionInfo.updateProductOrder(byID: ["no.such.product"]) }
        }
    }
}
