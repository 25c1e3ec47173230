import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@Suite("What stands in for verifyReceipt")
struct VerifyReceiptReplacementTests {
    private let shop: ReplacementShop
    private let day: TimeInterval = 86_400

    init() throws { shop = try ReplacementShop() }

    private func answer(
        _ receipt: String?,
        password: String? = nil,
        as environment: AppStoreEnvironment = .sandbox,
        of replacement: VerifyReceiptReplacement? = nil
    ) async throws -> VerifyReceiptResponse {
        var request = VerifyReceiptRequest()
        request.receiptData = receipt
        request.password = password
        return try await (replacement ?? shop.replacement()).answer(request, as: environment)
    }

    // MARK: Statuses

    @Test(
        "Data that is no receipt gives 21002 and nothing else",
        arguments: [
            nil, "", " ", "no base64!", "aGVsbG8=", "MII", "PGh0bWw+NTAzPC9odG1sPg==", "MAA=", "MIAwgDCAMIA=", "e30=",
            "-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
        ]
    )
    func malformed(receipt: String?) async throws {
        let response = try await answer(receipt)
        #expect(response.description == #"{"status":21002}"#)
    }

    @Test("A receipt that another authority signed gives 21003, and the cause is told")
    func foreign() async throws {
        let receipt = try SampleReceipt.signed(by: TestAuthority.foreign) { $0.bundleID = SampleShop.app.bundleID }
        let refusals = Locked<[VerifyReceiptRefusal]>([])
        let replacement = try shop.replacement { refusal in refusals.withLock { $0.append(refusal) } }
        let response = try await answer(receipt.base64EncodedString(), of: replacement)
        #expect(response.description == #"{"status":21003}"#)
        let refusal = try #require(refusals.withLock { $0 }.first)
        #expect(refusal.status == .notAuthenticated)
        #expect(refusal.receiptError?.code == .anchorUntrusted)
        #expect(refusal.serverAPIError == nil)
    }

    @Test("A receipt with one bit changed has the status that the local store gives it", arguments: 0..<20)
    func tampered(part: Int) async throws {
        try shop.store.subscribe()
        var receipt = try #require(Data(base64Encoded: try shop.receipt()))
        receipt[receipt.count * part / 20] ^= 0x04
        let request = ReplacementShop.request(receipt.base64EncodedString())
        let original = shop.store.verifyReceipt(request, endpoint: .sandbox).status
        let status = try await answer(receipt.base64EncodedString()).status
        #expect(status == original)
        #expect(status != .valid)
    }

    @Test("A receipt of the other environment is sent there: 21007, 21008")
    func environments() async throws {
        let receipt = try shop.receipt()
        #expect(try await answer(receipt, as: .production).description == #"{"status":21007}"#)
        let production = try ReplacementShop(environment: .production)
        let other = try await answer(production.receipt(), of: production.replacement())
        #expect(other.description == #"{"status":21008}"#)
        // Apple's servers know no receipts of Xcode.
        let xcode = try SampleReceipt.signed { $0.environment = .xcode }.base64EncodedString()
        #expect(try await answer(xcode).status == .notAuthenticated)
    }

    @Test(
        "A receipt with subscriptions needs the shared secret: 21004",
        arguments: [
            ("right", .valid), ("wrong", .sharedSecretMismatch), (nil, .sharedSecretMismatch),
        ] as [(String?, ReceiptStatusCode)]
    )
    func sharedSecret(password: String?, status: ReceiptStatusCode) async throws {
        try shop.store.subscribe()
        let replacement = try shop.replacement(secret: "right")
        let response = try await answer(shop.receipt(), password: password, of: replacement)
        #expect(response.status == status)
        #expect(response.latestReceiptInfo.isEmpty == (status != .valid))
        let original = shop.store.verifyReceipt(
            ReplacementShop.request(try shop.receipt(), password: password),
            endpoint: .sandbox,
            sharedSecret: "right"
        )
        #expect(original.status == status)
    }

    @Test("Without the shared secret a receipt from before the subscription is valid, and says nothing of it")
    func oldReceiptWithoutSecret() async throws {
        try shop.store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.flora)
        let old = try shop.receipt()
        try shop.store.subscribe()
        let replacement = try shop.replacement(secret: "right")
        #expect(try await answer(old, of: replacement).json.keys == ["status", "environment", "receipt"])
        let told = try await answer(old, password: "right", of: replacement)
        #expect(told.latestReceiptInfo.map(\.productID) == [SampleShop.posy, SampleShop.greenhouse])
    }

    @Test("A customer whom the App Store no longer knows gives 21010")
    func unknownCustomer() async throws {
        try shop.store.subscribe()
        let receipt = try shop.receipt()
        try shop.store.clearTransactions()
        let refusals = Locked<[VerifyReceiptRefusal]>([])
        let replacement = try shop.replacement { refusal in refusals.withLock { $0.append(refusal) } }
        #expect(try await answer(receipt, of: replacement).description == #"{"status":21010}"#)
        #expect(refusals.withLock { $0.first?.serverAPIError?.errorCode } == .transactionIDNotFound)
    }

    @Test(
        "What the Server API refuses is 21005 if it may pass, and 21100 if it stays",
        arguments: [
            (503, "<html>", #"{"status":21005}"#), (429, #"{"errorCode":4290000}"#, #"{"status":21005}"#),
            (404, #"{"errorCode":4040002}"#, #"{"status":21005}"#),
            (404, #"{"errorCode":4040001}"#, #"{"status":21010}"#),
            (401, "Unauthenticated", #"{"status":21100,"is_retryable":false}"#),
            (200, #"{"signedTransactions":["a.b.c"]}"#, #"{"status":21100,"is_retryable":false}"#),
            (200, "[]", #"{"status":21100,"is_retryable":false}"#),
        ]
    )
    func refusals(status: Int, body: String, answered: String) async throws {
        let stub = StubServerAPI(StubServerAPI.Customer(), refusing: ["2001": (status, body), "2000": (status, body)])
        let response = try await stub.answer(SampleReceipt.signed())
        #expect(response.description == answered)
    }

    // MARK: Answers

    @Test("A genuine receipt of another app is valid, and nobody is asked about its customer")
    func otherApp() async throws {
        let stub = StubServerAPI()
        let response = try await stub.answer(SampleReceipt.signed { $0.bundleID = "com.example.other" })
        #expect(response.json.keys == ["status", "environment", "receipt"])
        #expect(response.receipt?.bundleID == "com.example.other")
        #expect(stub.paths.isEmpty)
    }

    @Test("A receipt without purchases leads to no customer: it is valid, and all that is said is what it holds")
    func noPurchases() async throws {
        let stub = StubServerAPI()
        let receipt = try SampleReceipt.signed { $0.inAppPurchases = [] }
        let response = try await stub.answer(receipt)
        #expect(response.status == .valid)
        #expect(response.json.keys == ["status", "environment", "receipt"])
        #expect(stub.paths.isEmpty)
    }

    @Test("The newest transactions come first, whatever the order of the history")
    func order() async throws {
        let receipt = try SampleReceipt.signed()
        let periods = ["2002", "2010", "2001", "999"].enumerated().map { StubServerAPI.period($1, day: Double($0 % 2)) }
        let response = try await StubServerAPI(StubServerAPI.Customer(pages: [periods])).answer(receipt)
        // 2002 and 2001 begin at day 0, 2010 and 999 at day 1; a shorter number is an older one.
        #expect(response.latestReceiptInfo.map(\.transactionID) == ["2010", "999", "2002", "2001"])
        let newest = try await StubServerAPI(StubServerAPI.Customer(pages: [periods]))
            .answer(receipt, newestOnly: true)
        #expect(newest.latestReceiptInfo.map(\.transactionID) == ["2010"])
    }

    @Test("A transaction that changes while the pages are read is told once, as it is last")
    func changedWhileRead() async throws {
        let changed = StubServerAPI.period("2001") { $0.revocationDate = TestAuthority.signingDate }
        let pages = [[StubServerAPI.period("2001"), StubServerAPI.period("2002", day: 1)], [changed]]
        let stub = StubServerAPI(StubServerAPI.Customer(pages: pages))
        let response = try await stub.answer(SampleReceipt.signed())
        #expect(response.latestReceiptInfo.map(\.transactionID) == ["2002", "2001"])
        #expect(response.latestReceiptInfo.last?.cancellationDate == TestAuthority.signingDate)
        #expect(
            stub.paths == ["/v1/history/2001", "/v1/history/2001", "/v1/subscriptions/2001"]
        )
    }

    @Test(
        "A transaction without a discount type is a trial if it cost nothing, or if the receipt calls it one",
        arguments: [
            ("2001", "FREE_TRIAL", nil, "true", "false"), ("2001", "PAY_AS_YOU_GO", nil, "false", "true"),
            ("2001", nil, 0, "true", "false"), ("2001", nil, 1_990, "false", "true"),
            ("2001", nil, nil, "true", "false"), ("2009", nil, nil, "false", "true"),
        ] as [(String, String?, Int?, String, String)]
    )
    func oldTrials(id: String, discount: String?, price: Int?, trial: String, introductory: String) async throws {
        let period = StubServerAPI.period(id) { period in
            period.offerType = .introductory
            period.offerDiscountType = discount
            period.json["price"] = price.map { .number(JSONNumber($0)) }
        }
        let told = try #require(try await StubServerAPI(period).answer(SampleReceipt.signed()).latestReceiptInfo.first)
        #expect(told.json["is_trial_period"] == .string(trial))
        #expect(told.json["is_in_intro_offer_period"] == .string(introductory))
    }

    @Test("The identifier of an old restored purchase is unknown; its original one leads to the customer")
    func restored() async throws {
        let customer = StubServerAPI.Customer(pages: [[StubServerAPI.period("2000")]])
        let stub = StubServerAPI(customer, refusing: ["2001": (404, #"{"errorCode":4040010}"#)])
        let response = try await stub.answer(SampleReceipt.signed())
        #expect(response.latestReceiptInfo.map(\.transactionID) == ["2000"])
        #expect(stub.paths == ["/v1/history/2001", "/v1/history/2000", "/v1/subscriptions/2000"])
    }

    @Test("Dates come in three forms, and every value of a transaction is a text")
    func dates() async throws {
        try shop.store.subscribe()
        let response = try await answer(shop.receipt())
        let told = try #require(response.latestReceiptInfo.first?.json)
        #expect(told["purchase_date"] == "2024-08-06 12:00:00 Etc/GMT")
        #expect(told["purchase_date_ms"] == "1722945600000")
        #expect(told["purchase_date_pst"] == "2024-08-06 05:00:00 America/Los_Angeles")
        #expect(told.members.allSatisfy { $0.value.string != nil })
        #expect(response.pendingRenewalInfo.first?.json.members.allSatisfy { $0.value.string != nil } == true)
    }

    @Test("Finished consumables are told where they are wanted")
    func finishedConsumables() async throws {
        let seeds = try shop.store.buy(productID: SampleShop.seeds, account: ReplacementShop.flora)
        try shop.store.subscribe()
        try shop.store.finish(transactionID: seeds.transactionID)
        let told = try await answer(
            shop.receipt(),
            of: shop.replacement(listsFinishedConsumables: true)
        )
        #expect(told.latestReceiptInfo.map(\.productID) == [SampleShop.posy, SampleShop.seeds])
        #expect(try await answer(shop.receipt()).latestReceiptInfo.map(\.productID) == [SampleShop.posy])
    }
}
