import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// What leads customers out of the App Store, where it is allowed.
@Suite("StoreKit 2: purchases outside of the App Store", .timeLimit(.minutes(15)))
struct ExternalPurchaseTests {
    private let shop: ModernShop
    private let site = URL(fileURLWithPath: "/shop")

    init() throws { shop = try ModernShop() }

    private func expect(_ expected: String, from body: () async throws -> Void) async {
        let error = await #expect(throws: StoreKitError.self) { try await body() }
        #expect(error.map { "\($0)" } == expected)
    }

    @Test func `Without the entitlement nothing can be shown`() async throws {
        try await shop.app {
            #expect(await !ExternalPurchase.canPresent)
            #expect(await !ExternalPurchaseLink.canOpen)
            #expect(await ExternalPurchaseLink.eligibleURLs == nil)
            #expect(await !ExternalPurchaseCustomLink.isEligible)
            #expect(await !ExternalLinkAccount.canOpen)
            let token = try await ExternalPurchaseCustomLink.token(for: "ACQUISITION")
            #expect(token == nil)
            await expect("notEntitled") { _ = try await ExternalPurchase.presentNoticeSheet() }
            await expect("notEntitled") { try await ExternalPurchaseLink.open() }
            await expect("notEntitled") { _ = try await ExternalPurchaseCustomLink.showNotice(type: .browser) }
            await expect("notEntitled") { try await ExternalLinkAccount.open() }
        }
        #expect(shop.store.externalPurchaseTokens.isEmpty)
    }

    @Test func `Who goes on from the notice gets a token that the store knows`() async throws {
        shop.device.settings.externalPurchases.isAllowed = true
        let result = try await shop.app { try await ExternalPurchase.presentNoticeSheet() }
        guard case .continuedWithExternalPurchaseToken(let token) = result else {
            Issue.record("the customer went on")
            return
        }
        let json = try read(token)
        let known = try #require(shop.store.externalPurchaseTokens.first)
        #expect(json[string: "externalPurchaseId"] == known.id)
        #expect(json[string: "bundleId"] == SampleShop.app.bundleID)
        #expect(json[integer: "appAppleId"] == 1_234_567_890)
        #expect(json[string: "tokenType"] == "SERVICES")
        #expect(json[milliseconds: "tokenCreationDate"] == shop.store.now)
        shop.device.settings.externalPurchases.goesOn = { $0.place != .withinApp }
        #expect(try await shop.app { try await ExternalPurchase.presentNoticeSheet() } == .cancelled)
        #expect(shop.store.externalPurchaseTokens.count == 1)
    }

    @Test func `A link opens in the browser, if it is one of the app's`() async throws {
        let opened = Locked<[URL?]>([])
        shop.device.settings.externalPurchases.isAllowed = true
        shop.device.settings.externalPurchases.browser = { url in opened.withLock { $0.append(url) } }
        await expect("notEntitled") { try await shop.app { try await ExternalPurchaseLink.open() } }
        shop.device.settings.externalPurchases.eligibleURLs = [site]
        try await shop.app {
            #expect(await ExternalPurchaseLink.canOpen)
            #expect(await ExternalPurchaseLink.eligibleURLs == [site])
            try await ExternalPurchaseLink.open()
            await expect("notEntitled") { try await ExternalPurchaseLink.open(url: URL(fileURLWithPath: "/other")) }
        }
        shop.device.settings.externalPurchases.goesOn = { _ in false }
        await expect("userCancelled") { try await shop.app { try await ExternalPurchaseLink.open(url: site) } }
        #expect(opened.withLock { $0 } == [site])
    }

    @Test(
        "A link of the app's own has tokens of both kinds",
        arguments: ["ACQUISITION", "SERVICES"]
    )
    func customLink(kind: String) async throws {
        shop.device.settings.externalPurchases.isAllowed = true
        try await shop.app {
            #expect(try await ExternalPurchaseCustomLink.showNotice(type: .withinApp) == .continued)
            let token = try #require(try await ExternalPurchaseCustomLink.token(for: kind))
            #expect(try read(token.value)[string: "tokenType"] == kind)
            await #expect(throws: StoreKitError.self) { try await ExternalPurchaseCustomLink.token(for: "OTHER") }
        }
        #expect(shop.store.externalPurchaseTokens.map(\.kind.rawValue) == [kind])
    }

    @Test func `The link to the account opens where the app has one`() async throws {
        let opened = Locked(0)
        shop.device.settings.externalPurchases.showsAccountLink = true
        shop.device.settings.externalPurchases.browser = { url in
            #expect(url == nil)
            opened.withLock { $0 += 1 }
        }
        try await shop.app {
            #expect(await ExternalLinkAccount.canOpen)
            try await ExternalLinkAccount.open()
        }
        #expect(opened.withLock { $0 } == 1)
    }

    @Test func `A way to pay is bound, or the reason is said`() async throws {
        typealias Failure = PaymentMethodBinding.PaymentMethodBindingError
        await #expect(throws: Failure.notEligible) { try await shop.app { try await PaymentMethodBinding(id: "card") } }
        shop.device.settings.externalPurchases.bindingFailure = { $0 == "card" ? nil : .invalidPinningID }
        let card = try await shop.app { try await PaymentMethodBinding(id: "card") }
        #expect(card.id == "card")
        try await shop.app { try await card.bind() }
        await #expect(throws: Failure.invalidPinningID) {
            try await shop.app { try await PaymentMethodBinding(id: "coin") }
        }
        shop.device.settings.externalPurchases.bindingFailure = { _ in .failed }
        await #expect(throws: Failure.failed) { try await shop.app { try await card.bind() } }
        #expect(Failure.failed.errorDescription == "The way to pay could not be bound.")
    }

    private func read(_ token: String) throws -> JSONObject {
        let padded = token.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let length = (padded.count + 3) / 4 * 4
        let data = try #require(Data(base64Encoded: padded.padding(toLength: length, withPad: "=", startingAt: 0)))
        return try #require(try JSONValue(parsing: data).object)
    }
}
