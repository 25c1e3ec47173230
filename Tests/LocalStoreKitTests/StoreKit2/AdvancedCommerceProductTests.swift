import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// What an app sells of the developer's own catalogue, by requests that its server signs.
@Suite("StoreKit 2: Advanced Commerce", .timeLimit(.minutes(15)))
struct AdvancedCommerceProductTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    /// A request for a vase of 12.34 dollars, or with other members.
    private func request(_ members: [String: JSONValue] = [:], reference: UUID = UUID()) throws -> String {
        var request: JSONObject = [
            "operation": "CREATE_ONE_TIME_CHARGE", "version": "1", "currency": "USD", "taxCode": "C003-00-2",
            "item": ["SKU": "vase", "displayName": "Vase", "description": "A vase of glass", "price": 12_340],
            "requestInfo": ["requestReferenceId": .string(reference.uuidString.lowercased())],
        ]
        for (name, value) in members { request[name] = value }
        let bytes = Data(JSONValue.object(request).jsonData)
        return try shop.compactJWS(
            "advanced-commerce-api",
            ["request": .string(bytes.base64EncodedString())]
        )
    }

    private func generic(_ id: String = SampleShop.seeds) async throws -> AdvancedCommerceProduct {
        try await shop.app { try await AdvancedCommerceProduct(id: id) }
    }

    @Test func `A confirmed request is a purchase of the item at its own price`() async throws {
        let product = try await generic()
        #expect(product.type == .consumable)
        let reference = UUID()
        let jws = try request(reference: reference)
        guard case .success(.verified(let transaction)) = try await product.purchase(compactJWS: jws) else {
            Issue.record("the purchase did not go through")
            return
        }
        #expect(transaction.productID == SampleShop.seeds)
        #expect(transaction.price == Decimal(string: "12.34"))
        let info = try #require(transaction.advancedCommerceInfo)
        #expect(info.items.map(\.details.sku) == ["vase"])
        #expect(info.requestReferenceID == reference.uuidString.lowercased())
        #expect(await product.latestTransaction?.unsafePayloadValue == transaction)
        #expect(await shop.products(product.allTransactions) == [SampleShop.seeds])
        #expect(await shop.products(product.currentEntitlements).isEmpty)
    }

    @Test func `A product that the store does not have is no generic product`() async throws {
        let error = await #expect(throws: StoreKitError.self) { try await generic("no.such.product") }
        guard case .unsupported? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `A request that breaks a rule is refused with the App Store's number, and nothing is sold`()
        async throws
    {
        let product = try await generic()
        let requests: [(String, ServerAPIErrorCode)] = [
            (try request(["operation": "STEAL"]), .invalidOperation),
            ("a.b.c", .invalidSignature), (try request(["version": "9"]), .unexpectedVersion),
        ]
        for (jws, code) in requests {
            let error = await #expect(throws: InvalidRequestError.self) { try await product.purchase(compactJWS: jws) }
            #expect(error?.code == Int64(code.rawValue))
            #expect(error?.message.isEmpty == false)
        }
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `The customer may cancel, and a parent may have to allow it`() async throws {
        let product = try await generic()
        shop.device.settings.paymentSheet = { _ in .cancel }
        guard case .userCancelled = try await product.purchase(compactJWS: try request()) else {
            Issue.record("cancelling is a result")
            return
        }
        shop.device.settings.paymentSheet = { _ in .confirm }
        var inbox = await UpdatesInbox(shop)
        try shop.store.updateSettings { $0.askToBuyEnabled = true }
        guard case .pending = try await product.purchase(compactJWS: try request()) else {
            Issue.record("it must wait")
            return
        }
        try shop.store.updateSettings { $0.askToBuyEnabled = false }
        try shop.store.approve(attempt: try #require(shop.store.attempts.last).id)
        #expect(try await inbox.products() == [SampleShop.seeds])
    }

    @Test func `The app is asked about another storefront, and may stop there`() async throws {
        let product = try await generic()
        try shop.store.setFault(StoreFault(.storefrontSwitch, times: 1, parameters: .init(storefront: "DEU")))
        let asked = Locked<[String]>([])
        let option = AdvancedCommerceProduct.PurchaseOption.onStorefrontChange { storefront in
            asked.withLock { $0.append(storefront.countryCode) }
            return false
        }
        let jws = try request()
        await #expect(throws: StoreKitError.self) { try await product.purchase(compactJWS: jws, options: [option]) }
        #expect(asked.withLock { $0 } == ["DEU"])
        #expect(option == .onStorefrontChange { _ in true })
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }
}
