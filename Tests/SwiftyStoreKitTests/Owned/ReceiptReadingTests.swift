import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// What is owned by a receipt that is validated on the device: its facts are taken as they are.
@Suite("Receipts that are validated on the device", .timeLimit(.minutes(5)))
struct ReceiptReadingTests {
    private let app: EitherApp
    private let launch: EitherLaunch

    init() throws {
        app = try EitherApp()
        launch = try app.launch(.storeKit1)
    }

    private func owned(trusting policy: TrustPolicy? = nil) throws -> OwnedProducts {
        let store = app.store
        let validator = LocalReceiptValidator(
            bundleID: SampleShop.app.bundleID,
            deviceIdentifiers: [try SampleShop.device()],
            policy: policy ?? store.trustPolicy,
            now: { store.now }
        )
        return OwnedProducts(client: launch.client, validator: validator, storage: MemoryStorage())
    }

    @Test func `What is used up is told from what is owned for ever, though nobody said which is which`() async throws {
        await launch.buy(SampleShop.seeds, atomically: false)
        await launch.buy(SampleShop.greenhouse, atomically: false)
        let owned = try owned()
        let state = await owned.reconcile()
        #expect(state == OwnedState(productIDs: [SampleShop.greenhouse], source: .receipt, asOf: app.store.now))
        #expect(owned.report?.entitlement(to: SampleShop.seeds)?.productType == .consumable)
        #expect(owned.report?.entitlement(to: SampleShop.greenhouse)?.productType == .nonConsumable)
    }

    @Test func `It says the same as the answer of the same validator`() async throws {
        await launch.buy(SampleShop.posy)
        await launch.buy(SampleShop.greenhouse)
        let owned = try owned()
        await owned.reconcile()
        let report = try #require(owned.report)
        let receipt = try #require(launch.client.localReceiptData)
        let validator = LocalReceiptValidator(
            bundleID: SampleShop.app.bundleID,
            policy: app.store.trustPolicy,
            now: { [store = app.store] in store.now }
        )
        let answered: VerifyReceiptResult = await withCheckedContinuation { done in
            validator.validate(receiptData: receipt) { done.resume(returning: $0) }
        }
        guard case .success(let info) = answered else { throw CocoaError(.fileReadCorruptFile) }
        let rules = EntitlementRules(productTypes: [SampleShop.greenhouse: .nonConsumable])
        let detour = EntitlementReport(unverified: info, at: app.store.now, rules: rules)
        #expect(report.asOf == detour.asOf)
        #expect(report.ownedProductIDs == detour.ownedProductIDs)
        for product in report.ownedProductIDs {
            let (one, other) = (report.entitlement(to: product), detour.entitlement(to: product))
            #expect(one?.expiresDate == other?.expiresDate)
            #expect(one?.state == other?.state)
            #expect(one?.purchaseDate == other?.purchaseDate)
        }
    }

    @Test func `A receipt that is not valid is as good as none`() async throws {
        await launch.buy(SampleShop.greenhouse)
        let state = try await owned(trusting: .appStore).reconcile()
        #expect(state.source == .invalidReceipt)
        #expect(state.productIDs == [])
    }
}
