import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// The sheets for codes, refunds and subscriptions, and what is looked at when they close.
@Suite("Sheets of the App Store", .timeLimit(.minutes(5)))
struct AppStoreSheetTests {
    private let app: EitherApp

    init() throws { app = try EitherApp(codeOffers: ["Gift"]) }

    private static let both = [StoreKitChoice.storeKit1, .storeKit2]

    private func owned(_ launch: EitherLaunch) -> SignedEntitlements {
        let store = app.store
        return SignedEntitlements(
            client: launch.client,
            verifier: SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                now: { store.now }
            ),
            storage: MemoryStorage()
        )
    }

    @Test("What a code gives is delivered when the sheet has closed", arguments: both)
    func code(storeKit: StoreKitChoice) async throws {
        try app.store.createCustomCode("FLOWERS", productID: SampleShop.bouquet, referenceName: "Gift")
        let launch = try app.launch(storeKit)
        launch.deliver()
        launch.device.settings.codeRedemptionSheet = { refusal in refusal == nil ? "FLOWERS" : nil }
        try await launch.client.redeemCode()
        await launch.settle()
        await eventually { app.delivered == [SampleShop.bouquet] }
        await eventually { app.unfinished == [] }
    }

    @Test("A refund by the sheet is told, and who follows what is owned knows it", arguments: both)
    func refund(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.deliver()
        let told = Locked([String]())
        launch.client.onEntitlementRevocation { products in told.withLock { $0 += products } }
        await launch.buy(SampleShop.greenhouse)
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        let id = try #require(UInt64(bought.transactionID))
        let owned = owned(launch)
        let following = Task { await owned.run() }
        await eventually { owned.owns(SampleShop.greenhouse) }
        launch.device.settings.refundSheet = { _ in .cancel }
        #expect(try await launch.client.requestRefund(of: id) == .userCancelled)
        #expect(owned.owns(SampleShop.greenhouse))
        launch.device.settings.refundSheet = { _ in .submit(.unintended) }
        #expect(try await launch.client.requestRefund(of: id) == .success)
        await eventually { told.withLock { $0 } == [SampleShop.greenhouse] }
        await eventually { !owned.owns(SampleShop.greenhouse) }
        following.cancel()
        await following.value
    }

    @Test("A change on the sheet for subscriptions is known when it has closed", arguments: both)
    func subscriptions(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.deliver()
        await launch.buy(SampleShop.bouquet)
        let owned = owned(launch)
        let following = Task { await owned.run() }
        await eventually { owned.state.report?.entitlement(to: SampleShop.bouquet)?.willAutoRenew == true }
        launch.device.settings.subscriptionsSheet = { sheet in
            sheet.statuses.map { status in
                SubscriptionChoice(
                    originalTransactionID: status.transaction.unsafePayloadValue.originalID,
                    change: .cancel
                )
            }
        }
        try await launch.client.manageSubscriptions()
        await eventually { owned.state.report?.entitlement(to: SampleShop.bouquet)?.willAutoRenew == false }
        #expect(owned.owns(SampleShop.bouquet))
        following.cancel()
        await following.value
    }

    @Test("A sheet that cannot appear says so, and it was looked all the same", arguments: both)
    func failing(storeKit: StoreKitChoice) async throws {
        let launch = try app.launch(storeKit)
        launch.deliver()
        launch.device.settings.failure = { operation in
            operation == .subscriptionsSheet ? StoreKitError.unknown : nil
        }
        try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await #expect(throws: StoreKitError.self) { try await launch.client.manageSubscriptions() }
        await eventually { app.delivered == [SampleShop.seeds] }
    }
}
