import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What a customer sees who is about to cancel")
struct RetentionSheetTests {
    private static let message = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
    private static let request = UUID(uuidString: "00000000-0000-4000-8000-0000000000aa") ?? UUID()

    private var engine: StoreEngine
    private let id: String

    init() throws {
        engine = try OfferShop.engine()
        id = try engine.buy(Shop.posy).originalTransactionID
        try engine.uploadMessage(Self.message, RetentionMessageContent(header: "Stay", body: "Roses next week"))
        try engine.reviewMessage(Self.message, .approved)
    }

    private static func choice(_ name: String, _ more: JSONObject = [:]) -> JSONObject {
        var members = more
        members[string: "messageIdentifier"] = message.uuidString
        return [name: .object(members)]
    }

    private mutating func begin(_ answer: JSONObject) throws -> RetentionSheet {
        try engine.beginCancellation(of: id, locale: "en-US", .answer(answer, Self.request))
    }

    @Test("The answer's message is shown, with the name of the question")
    mutating func answered() throws {
        let sheet = try begin(Self.choice("message"))
        #expect(sheet.source == .realtime)
        #expect(sheet.messageID == Self.message)
        #expect(sheet.requestIdentifier == Self.request)
        #expect(sheet.failure == nil)
        #expect(sheet.date == engine.now)
        #expect(engine.retentionSheets == [sheet])
    }

    @Test("Without an answer and without a default there is no message, and why is kept")
    mutating func nothing() throws {
        let failure = RetentionFailure(.noAnswer, "nobody", sendAttemptResult: "TIMED_OUT")
        let sheet = try engine.beginCancellation(of: id, locale: "de", .failure(failure, Self.request))
        #expect(sheet.source == .none)
        #expect(sheet.messageID == nil)
        #expect(sheet.failure == failure)
    }

    @Test("A second look takes the place of the first")
    mutating func again() throws {
        _ = try begin(Self.choice("message"))
        let second = try engine.beginCancellation(of: id, locale: "de", .notAsked)
        #expect(engine.retentionSheets == [second])
    }

    @Test("Who cancels does not renew, who stays does", arguments: [(RetentionChoice.cancel, false), (.stay, true)])
    mutating func decided(choice: RetentionChoice, renews: Bool) throws {
        _ = try begin(Self.choice("message"))
        _ = engine.takeEvents()
        try engine.endCancellation(of: id, choice)
        #expect(try engine.subscription(id).autoRenews == renews)
        #expect(engine.takeNotifications() == (renews ? [] : ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]))
        let error = #expect(throws: StoreError.self) { try engine.endCancellation(of: id, choice) }
        #expect(error?.code == .unknownCancellation)
    }

    @Test("A message alone cannot be accepted, and the sheet stays open")
    mutating func nothingToAccept() throws {
        _ = try begin(Self.choice("message"))
        let before = engine
        let error = #expect(throws: StoreError.self) { try engine.endCancellation(of: id, .accept) }
        #expect(error?.code == .invalidState)
        #expect(engine == before)
    }

    @Test("Another product of the group is what it renews as, once accepted")
    mutating func alternateProduct() throws {
        try engine.finish(transactionID: id)
        let sheet = try begin(Self.choice("alternateProduct", ["productId": .string(Shop.bouquet)]))
        #expect(sheet.offer?.alternateProductID == Shop.bouquet)
        #expect(try engine.subscription(id).autoRenewProductID == Shop.posy)
        try engine.endCancellation(of: id, .accept)
        #expect(engine.retentionSheets.isEmpty)
        #expect(try engine.subscription(id).autoRenewProductID == Shop.bouquet)
        #expect(engine.unfinishedTransactions(account: Shop.flora).allSatisfy { $0.productID == Shop.bouquet })
    }

    @Test("A promotional offer is checked when it is shown, and used up only when it is accepted")
    mutating func promotion() throws {
        let signature = try OfferShop.signature(engine)
        let parts: JSONObject = [
            "encodedSignature": .string(signature.signature.base64EncodedString()), "productId": .string(Shop.posy),
            "nonce": .string(signature.nonce.uuidString.lowercased()),
            "timestamp": .number(JSONNumber(signature.timestamp)), "keyId": .string(OfferShop.keyID),
            "offerIdentifier": "spring",
        ]
        let answer = Self.choice("promotionalOffer", ["promotionalOfferSignatureV1": .object(parts)])
        for _ in 1...2 {
            let sheet = try begin(answer)
            #expect(sheet.failure == nil)
            #expect(sheet.offer?.promotion?.productID == Shop.posy)
        }
        try engine.finish(transactionID: id)
        _ = engine.takeEvents()
        try engine.endCancellation(of: id, .accept)
        // No app asked, so none gets again what it has finished.
        #expect(engine.unfinishedTransactions(account: Shop.flora).isEmpty)
        #expect(engine.takeNotifications() == ["OFFER_REDEEMED"])
        // The nonce is gone with the purchase.
        let sheet = try begin(answer)
        #expect(sheet.failure?.code == .offerRefused)
        #expect(sheet.source == .none)
    }

    @Test(
        "An answer that breaks a rule is not shown, and the rule is named",
        arguments: [
            ([:], .choiceCount), (["message": 7], .member), (["message": .object([:])], .member),
            (["message": ["messageIdentifier": "00000000-0000-4000-8000-0000000000ff"]], .unknownMessage),
            (choice("alternateProduct"), .member),
            (choice("alternateProduct", ["productId": "none"]), .unknownProduct),
            (choice("alternateProduct", ["productId": .string(Shop.seeds)]), .unknownProduct),
            (choice("alternateProduct", ["productId": .string(Shop.posy)]), .sameProduct),
            (
                choice("alternateProduct", ["productId": .string(Shop.bouquet), "billingPlanType": "MONTHLY"]),
                .billingPlan
            ),
            (choice("promotionalOffer"), .member),
            (choice("promotionalOffer", ["promotionalOfferSignatureV2": "a.b"]), .offerRefused),
        ] as [(JSONObject, RetentionFailure.Code)]
    )
    mutating func broken(answer: JSONObject, rule: RetentionFailure.Code) throws {
        let sheet = try begin(answer)
        #expect(sheet.failure?.code == rule)
        #expect(sheet.failure?.sendAttemptResult == "INVALID_RESPONSE")
        #expect(sheet.source == .none)
        #expect(sheet.offer == nil)
    }

    @Test("Only a subscription that renews can be cancelled, by a locale that is one")
    mutating func notCancellable() throws {
        func code(_ engine: inout StoreEngine, _ id: String, _ locale: String = "en") -> StoreError.Code? {
            #expect(throws: StoreError.self) { try engine.beginCancellation(of: id, locale: locale, .notAsked) }?.code
        }
        #expect(code(&engine, "1") == .unknownSubscription)
        #expect(code(&engine, id, "?") == .invalidValue)
        try engine.setAutoRenew(false, originalTransactionID: id)
        #expect(code(&engine, id) == .invalidState)
        #expect(engine.retentionSheets.isEmpty)
    }
}
