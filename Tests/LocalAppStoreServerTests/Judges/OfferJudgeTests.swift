import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "Offers signed by Apple's own library",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct OfferJudgeTests {
    /// Whose key signs: both must do, for Apple has one In-App Purchase key for all.
    enum KeyOwner: CaseIterable {
        case configuration, server
    }

    /// A shop whose subscriptions have two promotional offers, and perhaps a key of its own.
    private func shop(_ pair: (id: String, key: P256.Signing.PrivateKey)?) throws -> LocalAppStore {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        configuration.json["subscriptionOffersKeyPair"] = pair.map { pair in
            .object([
                "id": .string(pair.id), "privateKey": .string(pair.key.derRepresentation.base64EncodedString()),
            ])
        }
        configuration.subscriptionGroups = configuration.subscriptionGroups.map { group in
            var group = group
            group.subscriptions = group.subscriptions.map { subscription in
                var subscription = subscription
                subscription.promotionalOffers = ["spring", "autumn"].map { id in
                    ConfiguredOffer(json: [
                        "offerID": .string(id), "referenceName": .string("Offer \(id)"), "paymentMode": "payAsYouGo",
                        "subscriptionPeriod": "P1M", "displayPrice": "1.99", "numberOfPeriods": 1,
                    ])
                }
                return subscription
            }
            return group
        }
        let store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1
        )
        try store.createAccount(id: SampleShop.customer)
        return store
    }

    @Test(
        "What is signed as it should be is accepted; of what is bent, the refusal names the part",
        arguments: KeyOwner.allCases
    )
    func offers(signedWith owner: KeyOwner) async throws {
        let serverKey = ServerAPIKey()
        let own = P256.Signing.PrivateKey()
        let isOwn = owner == .configuration
        let keyID = isOwn ? "5A5A000001" : serverKey.keyID
        let store = try shop(isOwn ? (keyID, own) : nil)
        let folder = try TemporaryFolder()
        let file = folder.file("offers.p8")
        try Data((isOwn ? own.pemRepresentation : serverKey.pem).utf8).write(to: file)
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        let issuer = "57246542-96fe-1a63-e053-0824d011072a"
        let verdict = try await withRunning(LocalStoreServer(store: store, serverAPIKey: serverKey)) { url in
            try await Judges.ask(
                "judge_offers.py",
                [
                    url.absoluteString, file.path, keyID, issuer, SampleShop.app.bundleID, SampleShop.customer, id,
                    SampleShop.posy, SampleShop.bouquet, "spring", String(store.now.millisecondsSince1970),
                    SampleShop.seeds,
                ]
            )
        }
        #expect(verdict.status == 0, "\(verdict.errors)")
        let read = try #require(try JSONValue(parsing: verdict.output).object)
        let kinds = [
            ("first", 409, Self.first(keyID, owner)), ("second", 409, Self.second(keyID)),
            ("commerce", 400, Self.commerce(keyID)),
        ]
        for (kind, status, words) in kinds {
            let answers = try #require(read[object: kind])
            #expect(Set(answers.members.map(\.0)) == Set(words.keys))
            for (name, answer) in answers.members {
                let expected = words[name] ?? nil
                let wanted = JSONValue.number(JSONNumber(expected == nil ? 201 : status))
                #expect(answer.array?.first == wanted, "\(kind) \(name): \(answer)")
                let told = answer.array?.last?.string ?? ""
                #expect(expected.map(told.contains) ?? told.isEmpty, "\(kind) \(name): \(told)")
            }
        }
        let eligibility = Self.eligibility(keyID)
        let decisions = try #require(read[object: "eligibility"])
        #expect(Set(decisions.members.map(\.0)) == Set(eligibility.keys))
        for (name, jws) in decisions.members {
            let refusal = try Self.refusal(of: try #require(jws.string), in: store)
            let expected = eligibility[name] ?? nil
            #expect(expected.map { refusal?.contains($0) == true } ?? (refusal == nil), "\(name): \(refusal ?? "")")
        }
    }

    /// Why a signed decision about the introductory offer counts for nothing; nil if it counts.
    private static func refusal(of decision: String, in store: LocalAppStore) throws -> String? {
        var engine = store.engine
        let request = PurchaseRequest(productID: SampleShop.posy, accountID: SampleShop.customer)
        let account = try engine.account(request.accountID)
        do throws(OfferRefusal) {
            _ = try engine.useSignedEligibility(decision, request, account)
            return nil
        } catch {
            return error.reason
        }
    }

    /// What a refusal says of each way to bend a signature of version 1; nil for what is accepted.
    private static func first(_ keyID: String, _ owner: KeyOwner) -> [String: String?] {
        [
            "key": "another key signed it",
            "key id": "it was signed with key \"OTHER00000\"; the \(owner)'s is \"\(keyID)\"",
            "app": "app \"com.example.flowershop.dev\" is signed instead of \"com.example.flowershop\"",
            "product": "product \"\(SampleShop.bouquet)\" is signed instead of \"\(SampleShop.posy)\"",
            "offer": "offer \"autumn\" is signed instead of \"spring\"",
            "customer": "a customer that the app does not pass",
            "customer left out": "a customer that the app does not pass",
            "case": "the customer's name was signed in another case",
            "nonce": "a nonce", "timestamp": "the timestamp must be signed in milliseconds",
            "old": "holds for 24 hours",
            "used": "was used; sign once per purchase", "right": nil, "with a name": nil,
        ]
    }
    private static func second(_ keyID: String) -> [String: String?] {
        [
            "key": "the JWS was not signed by key \(keyID)", "key id": "it was signed with key \"OTHER00000\"",
            "app": "claim \"bid\" is \"com.example.flowershop.dev\", not \"com.example.flowershop\"",
            "product": "claim \"productId\" is \"\(SampleShop.bouquet)\", not \"\(SampleShop.posy)\"",
            "offer": "claim \"offerIdentifier\" is \"autumn\", not \"spring\"",
            "customer": "claim \"transactionId\" is \"12\", no transaction of account \"flora\"",
            "audience": "claim \"aud\" is \"introductory-offer-eligibility\", not \"promotional-offer\"",
            "old": "holds for 24 hours", "used": "was used; sign once per purchase", "right": nil, "for anybody": nil,
        ]
    }
    private static func eligibility(_ keyID: String) -> [String: String?] {
        [
            "key": "the JWS was not signed by key \(keyID)", "key id": "it was signed with key \"OTHER00000\"",
            "app": "claim \"bid\" is \"com.example.flowershop.dev\", not \"com.example.flowershop\"",
            "product": "claim \"productId\" is \"\(SampleShop.bouquet)\", not \"\(SampleShop.posy)\"",
            "customer": "claim \"transactionId\" is \"12\", no transaction of account \"flora\"",
            "audience": "claim \"aud\" is \"promotional-offer\", not \"introductory-offer-eligibility\"",
            "old": "holds for 24 hours", "allowed": nil, "not allowed": nil,
        ]
    }
    private static func commerce(_ keyID: String) -> [String: String?] {
        [
            "key": "the JWS was not signed by key \(keyID)", "key id": "there is no key \"OTHER00000\"",
            "app": "claim \"bid\" is \"com.example.flowershop.dev\", not \"com.example.flowershop\"",
            "audience": "claim \"aud\" is \"promotional-offer\", not \"advanced-commerce-api\"",
            "old": "holds for 24 hours",
            "currency": "EUR", "price": "price", "right": nil,
        ]
    }
}
