import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import OutgoingHTTP
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "verifyReceipt and an independent implementation of it",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct ReceiptJudgeTests {
    /// What happens before the receipt is made.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let happen: @Sendable (LocalAppStore) throws -> Void
    }

    private static let stories = [
        Story(testDescription: "nothing") { _ in },
        Story(testDescription: "a purchase of each kind, and renewals") { store in
            for product in [SampleShop.posy, SampleShop.greenhouse, SampleShop.season] {
                try store.buy(productID: product, account: SampleShop.customer)
            }
            try store.buy(productID: SampleShop.seeds, account: SampleShop.customer, quantity: 3)
            try store.advance(by: 40 * 86_400)
        },
        Story(testDescription: "refunds for each reason") { store in
            for reason in [RevocationReason.other, .issueInApp] {
                let bought = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
                try store.advance(by: 3_600)
                try store.refund(transactionID: bought.transactionID, reason: reason)
            }
        },
        Story(testDescription: "an upgrade, and a purchase refunded in the middle of a period") { store in
            try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try store.advance(by: 10 * 86_400)
            let upgrade = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
            try store.advance(by: 86_400)
            try store.refund(transactionID: upgrade.transactionID)
        },
        Story(testDescription: "an offer code") { store in
            let offer = PurchaseOffer.code(referenceName: "Welcome")
            let request = PurchaseRequest(
                productID: SampleShop.bouquet,
                accountID: SampleShop.customer,
                offer: offer
            )
            _ = try store.purchase(request)
        },
        Story(testDescription: "what a family shares") { store in
            try store.createAccount(id: "fern")
            try store.createFamily(id: "family", organizer: "fern")
            try store.joinFamily(id: "family", account: SampleShop.customer)
            let bought = try store.buy(productID: SampleShop.greenhouse, account: "fern")
            try store.setFamilySharing(true, originalTransactionID: bought.originalTransactionID)
        },
    ]

    /// What the other implementation does not have, by its own word: the state of the account beyond the receipt, and
    /// what came into `in_app` after 2018.
    private static let unknownInAnswer = ["latest_receipt", "latest_receipt_info", "pending_renewal_info"]
    private static let unknownInPurchase = ["in_app_ownership_type", "promotional_offer_id"]

    @Test(
        "Both give the same object, field for field, on either server",
        arguments: stories,
        [AppStoreEnvironment.sandbox, .production]
    )
    func sameObject(_ story: Story, environment: AppStoreEnvironment) async throws {
        let store = try SampleShop.open(environment: environment, codeOffers: ["Welcome"])
        try story.happen(store)
        let receipt = try SampleShop.receipt(store)
        for endpoint in VerifyReceiptEndpoint.allCases {
            let (ours, theirs) = try await answers(receipt, store, endpoint)
            let isHere = endpoint.environment == environment
            #expect(ours[integer: "status"] == (isHere ? 0 : endpoint == .production ? 21_007 : 21_008))
            #expect(Self.common(ours) == theirs)
            guard isHere else { continue }
            // All of these were compared, so none may be missing from both.
            #expect(theirs.keys.sorted() == ["environment", "receipt", "status"])
            let read = try #require(theirs[object: "receipt"])
            #expect(Set(Self.fields).subtracting(read.keys) == [])
            let bought = store.transactions(account: SampleShop.customer).count
            #expect(read[array: "in_app"]?.count == bought)
        }
    }

    @Test("Both refuse the same", arguments: ["", "no base64!", "MAA=", "PGh0bWw+"])
    func sameRefusal(receipt: String) async throws {
        let (ours, theirs) = try await answers(receipt, SampleShop.open(), .sandbox)
        #expect(ours == ["status": 21_002])
        #expect(theirs[integer: "status"] == 21_002)
    }

    @Test("Both refuse what somebody else signed")
    func foreign() async throws {
        let foreign = try SampleReceipt.signed(by: TestAuthority.foreign) { $0.bundleID = SampleShop.app.bundleID }
        let (ours, theirs) = try await answers(foreign.base64EncodedString(), SampleShop.open(), .sandbox)
        #expect(ours == ["status": 21_003])
        #expect(theirs[integer: "status"] == 21_003)
    }

    /// The fields of `receipt` that every answer has.
    private static let fields =
        [
            "receipt_type", "adam_id", "app_item_id", "bundle_id", "application_version", "download_id",
            "version_external_identifier", "original_application_version", "in_app",
        ]
        + ["receipt_creation_date", "request_date", "original_purchase_date"].flatMap { [$0, $0 + "_ms", $0 + "_pst"] }

    /// The answer that a running store gives by HTTP, and the other implementation's.
    private func answers(
        _ receipt: String,
        _ store: LocalAppStore,
        _ endpoint: VerifyReceiptEndpoint
    ) async throws -> (ours: JSONObject, theirs: JSONObject) {
        var request = VerifyReceiptRequest()
        request.receiptData = receipt
        let body = request.jsonData
        let folder = try TemporaryFolder()
        let root = folder.file("root.der")
        let lines = store.authority.receiptRootPEM.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        try #require(Data(base64Encoded: lines.joined())).write(to: root)
        let answer = try await withRunning(LocalStoreServer(store: store)) { url in
            try await AsyncHTTPClientTransport().send(
                HTTPTransportRequest(url: VerifyReceiptEndpoints(base: url).url(of: endpoint.environment), body: body)
            )
        }
        let verdict = try await Judges.ask(
            "judge_receipt.py",
            [root.path, String(store.now.millisecondsSince1970), endpoint.environment.rawValue],
            input: body
        )
        #expect(verdict.status == 0, "\(verdict.errors)")
        return (
            try #require(try JSONValue(parsing: answer.body).object),
            try #require(try JSONValue(parsing: verdict.output).object)
        )
    }

    /// What both know.
    private static func common(_ answer: JSONObject) -> JSONObject {
        var answer = answer
        for name in unknownInAnswer { answer[name] = nil }
        guard var receipt = answer[object: "receipt"] else { return answer }
        receipt[array: "in_app"] = receipt[array: "in_app"]?.map { purchase in
            var purchase = purchase.object ?? [:]
            for name in unknownInPurchase { purchase[name] = nil }
            return .object(purchase)
        }
        answer[object: "receipt"] = receipt
        return answer
    }
}
