import AppStoreModels
import Foundation
import Testing

@Suite("verifyReceipt bodies")
struct VerifyReceiptModelTests {
    private let moment = Date(millisecondsSince1970: 1_489_195_343_000)

    @Test("A request is written with Apple's keys")
    func request() {
        var request = VerifyReceiptRequest()
        request.receiptData = "MII="
        request.password = "secret"
        request.excludeOldTransactions = true
        #expect(
            request.description == #"{"receipt-data":"MII=","password":"secret","exclude-old-transactions":true}"#
        )
    }

    @Test(
        "The flag of a request is read in every form that clients send",
        arguments: [("true", true), ("\"true\"", true), ("1", true), ("\"false\"", false), ("\"maybe\"", nil)]
            as [(String, Bool?)]
    )
    func flag(json: String, value: Bool?) throws {
        let request = try VerifyReceiptRequest(jsonData: Array("{\"exclude-old-transactions\":\(json)}".utf8))
        #expect(request.excludeOldTransactions == value)
    }

    @Test("Everything in a transaction is written as a string")
    func transaction() {
        var transaction = VerifyReceiptTransaction()
        transaction.quantity = 2
        transaction.productID = "pro.monthly"
        transaction.transactionID = "2000000000000002"
        transaction.originalTransactionID = "2000000000000001"
        transaction.webOrderLineItemID = "2000000000000003"
        transaction.purchaseDate = moment
        transaction.originalPurchaseDate = moment
        transaction.expiresDate = moment.addingTimeInterval(60)
        transaction.cancellationDate = moment
        transaction.cancellationReason = .issueInApp
        transaction.isTrialPeriod = false
        transaction.isInIntroOfferPeriod = true
        transaction.isUpgraded = true
        transaction.inAppOwnershipType = .familyShared
        transaction.subscriptionGroupID = "21"
        transaction.promotionalOfferID = "summer"
        transaction.offerCodeReferenceName = "autumn"
        transaction.appAccountToken = UUID(uuidString: "7E3FB204-2D6D-4F3B-8E5C-2C9C2B1F6A10")
        for (key, value) in transaction.json.members {
            #expect(value.string != nil, "\(key) is \(value)")
        }
        #expect(transaction.json["cancellation_reason"] == "1")
        #expect(transaction.json["is_trial_period"] == "false")
        #expect(transaction.json["expires_date_ms"] == "1489195403000")
        #expect(transaction.json["app_account_token"] == "7e3fb204-2d6d-4f3b-8e5c-2c9c2b1f6a10")
        #expect(transaction.json.count == 14 + 4 * 3)

        #expect(transaction.quantity == 2)
        #expect(transaction.expiresDate == moment.addingTimeInterval(60))
        #expect(transaction.cancellationReason == .issueInApp)
        #expect(transaction.isUpgraded == true)
        #expect(transaction.inAppOwnershipType == .familyShared)
        #expect(transaction.appAccountToken?.uuidString == "7E3FB204-2D6D-4F3B-8E5C-2C9C2B1F6A10")
        transaction.cancellationDate = nil
        #expect(transaction.json["cancellation_date_pst"] == nil)
        #expect(transaction.cancellationDate == nil)
    }

    @Test("A transaction is read whether its values are numbers or strings")
    func wobble() throws {
        let texts = [
            #"{"quantity":"1","transaction_id":"12","is_trial_period":"true","purchase_date_ms":"1489195343000"}"#,
            #"{"quantity":1,"transaction_id":12,"is_trial_period":true,"purchase_date_ms":1489195343000}"#,
        ]
        for text in texts {
            let transaction = try VerifyReceiptTransaction(jsonData: Array(text.utf8))
            #expect(transaction.quantity == 1)
            #expect(transaction.transactionID == "12")
            #expect(transaction.isTrialPeriod == true)
            #expect(transaction.purchaseDate == moment)
            #expect(transaction.description == text)
        }
    }

    @Test("The receipt's own numbers are written as numbers")
    func appReceipt() {
        var receipt = VerifyReceiptAppReceipt()
        receipt.receiptType = "ProductionSandbox"
        receipt.adamID = 0
        receipt.appItemID = 0
        receipt.bundleID = "com.example.app"
        receipt.applicationVersion = "3"
        receipt.downloadID = 31_029_730_454_480
        receipt.versionExternalIdentifier = 0
        receipt.receiptCreationDate = moment
        receipt.requestDate = moment
        receipt.originalPurchaseDate = moment
        receipt.originalApplicationVersion = "1.0"
        receipt.preorderDate = moment
        receipt.expirationDate = moment
        receipt.inApp = []
        #expect(receipt.json["download_id"] == 31_029_730_454_480)
        #expect(receipt.json["in_app"] == [])
        #expect(receipt.requestDate == moment)
        #expect(receipt.preorderDate == moment)
        #expect(receipt.expirationDate == moment)
        #expect(receipt.json.count == 9 + 5 * 3)
    }

    @Test("Renewal information is written as strings, the retry flag as a digit")
    func renewalInfo() {
        var info = VerifyReceiptRenewalInfo()
        info.productID = "pro.monthly"
        info.originalTransactionID = "1"
        info.autoRenewProductID = "pro.yearly"
        info.autoRenewStatus = .off
        info.expirationIntent = .billingError
        info.isInBillingRetryPeriod = true
        info.gracePeriodExpiresDate = moment
        info.priceConsentStatus = false
        info.promotionalOfferID = "summer"
        #expect(info.json.members.allSatisfy { $0.value.string != nil })
        #expect(info.json["auto_renew_status"] == "0")
        #expect(info.json["expiration_intent"] == "2")
        #expect(info.json["is_in_billing_retry_period"] == "1")
        #expect(info.json["price_consent_status"] == "0")
        #expect(info.autoRenewStatus == .off)
        #expect(info.expirationIntent == .billingError)
        #expect(info.gracePeriodExpiresDate == moment)
    }

    @Test("An answer is read in the form of iOS 7 and in that of iOS 6")
    func response() throws {
        let modern = try VerifyReceiptResponse(
            jsonData: Array(#"{"status":0,"environment":"Sandbox","latest_receipt_info":[{"product_id":"a"},7]}"#.utf8)
        )
        #expect(modern.status == .valid)
        #expect(modern.environment == .sandbox)
        #expect(modern.latestReceiptInfo.map(\.productID) == ["a"])
        #expect(modern.receipt == nil)
        #expect(modern.pendingRenewalInfo == [])
        let old = try VerifyReceiptResponse(
            jsonData: Array(#"{"status":"21006","latest_receipt_info":{"expires_date":"1350157508197"}}"#.utf8)
        )
        #expect(old.status == .subscriptionExpired)
        #expect(old.latestReceiptInfo.map(\.expiresDate) == [Date(millisecondsSince1970: 1_350_157_508_197)])
    }

    @Test(
        "Whether to repeat is read from either spelling",
        arguments: [
            (#"{"is_retryable":true}"#, true), (#"{"is-retryable":"0"}"#, false), (#"{"is_retryable":1}"#, true),
            ("{}", nil),
        ] as [(String, Bool?)]
    )
    func retryable(json: String, value: Bool?) throws {
        #expect(try VerifyReceiptResponse(jsonData: Array(json.utf8)).isRetryable == value)
    }

    @Test(
        "A status says whether the same request may succeed later",
        arguments: [
            (0, nil, false), (21000, nil, false), (21002, nil, true), (21003, true, false), (21004, nil, false),
            (21005, nil, true), (21007, nil, false), (21009, nil, true), (21010, nil, false), (21100, nil, true),
            (21150, false, false), (21199, true, true), (21200, true, false), (-1, true, false),
        ] as [(Int, Bool?, Bool)]
    )
    func retry(status: Int, flag: Bool?, expected: Bool) {
        #expect(ReceiptStatusCode(rawValue: status).isRetryable(flag: flag) == expected)
    }
}
