import AppStoreModels
import Foundation
import Testing

@Suite("Signed payloads")
struct SignedPayloadTests {
    private let moment = Date(millisecondsSince1970: 1_697_679_936_049)
    private let token = UUID(uuidString: "7E3FB204-2D6D-4F3B-8E5C-2C9C2B1F6A10")

    @Test("A transaction is written with Apple's keys and types, and read back")
    func transaction() {
        var payload = TransactionPayload()
        payload.transactionID = "2"
        payload.originalTransactionID = "1"
        payload.webOrderLineItemID = "3"
        payload.bundleID = "com.example.app"
        payload.productID = "pro.monthly"
        payload.subscriptionGroupID = "21"
        payload.purchaseDate = moment
        payload.originalPurchaseDate = moment
        payload.expiresDate = moment
        payload.signedDate = moment
        payload.quantity = 1
        payload.type = .autoRenewableSubscription
        payload.inAppOwnershipType = .purchased
        payload.environment = .sandbox
        payload.storefront = "USA"
        payload.storefrontID = "143441"
        payload.transactionReason = .renewal
        payload.price = Decimal(string: "10.99")
        payload.currency = "USD"
        payload.appAccountToken = token
        payload.offerType = .winBack
        payload.offerIdentifier = "back"
        payload.offerDiscountType = "FREE_TRIAL"
        payload.offerPeriod = "P1M"
        payload.isUpgraded = true
        payload.revocationDate = moment
        payload.revocationReason = .other
        payload.appTransactionID = "704"
        let json: JSONObject = [
            "transactionId": "2", "originalTransactionId": "1", "webOrderLineItemId": "3",
            "bundleId": "com.example.app", "productId": "pro.monthly", "subscriptionGroupIdentifier": "21",
            "purchaseDate": 1_697_679_936_049, "originalPurchaseDate": 1_697_679_936_049,
            "expiresDate": 1_697_679_936_049, "signedDate": 1_697_679_936_049, "quantity": 1,
            "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED", "environment": "Sandbox",
            "storefront": "USA", "storefrontId": "143441", "transactionReason": "RENEWAL", "price": 10_990,
            "currency": "USD", "appAccountToken": "7e3fb204-2d6d-4f3b-8e5c-2c9c2b1f6a10", "offerType": 4,
            "offerIdentifier": "back", "offerDiscountType": "FREE_TRIAL", "offerPeriod": "P1M", "isUpgraded": true,
            "revocationDate": 1_697_679_936_049, "revocationReason": 0, "appTransactionId": "704",
        ]
        #expect(payload.json == json)
        #expect(payload.price == Decimal(string: "10.99"))
        #expect(payload.offerType == .winBack)
        #expect(payload.appAccountToken == token)
        #expect(payload.type == .autoRenewableSubscription)
        #expect(payload.revocationReason == .other)
        #expect(payload.expiresDate?.millisecondsSince1970 == 1_697_679_936_049)
    }

    @Test("Renewal information is written with Apple's keys and types, and read back")
    func renewalInfo() {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = "1"
        payload.productID = "a"
        payload.autoRenewProductID = "b"
        payload.autoRenewStatus = .on
        payload.expirationIntent = .priceIncreaseDeclined
        payload.isInBillingRetryPeriod = false
        payload.gracePeriodExpiresDate = moment
        payload.priceIncreaseStatus = 1
        payload.offerType = .introductory
        payload.offerIdentifier = "x"
        payload.renewalDate = moment
        payload.renewalPrice = Decimal(string: "0.0005")
        payload.currency = "EUR"
        payload.recentSubscriptionStartDate = moment
        payload.appAccountToken = token
        payload.environment = .production
        payload.signedDate = moment
        let json: JSONObject = [
            "originalTransactionId": "1", "productId": "a", "autoRenewProductId": "b", "autoRenewStatus": 1,
            "expirationIntent": 3, "isInBillingRetryPeriod": false, "gracePeriodExpiresDate": 1_697_679_936_049,
            "priceIncreaseStatus": 1, "offerType": 1, "offerIdentifier": "x", "renewalDate": 1_697_679_936_049,
            "renewalPrice": 1, "currency": "EUR", "recentSubscriptionStartDate": 1_697_679_936_049,
            "appAccountToken": "7e3fb204-2d6d-4f3b-8e5c-2c9c2b1f6a10", "environment": "Production",
            "signedDate": 1_697_679_936_049,
        ]
        #expect(payload.json == json)
        #expect(payload.autoRenewStatus == .on)
        #expect(payload.expirationIntent == .priceIncreaseDeclined)
        #expect(payload.renewalPrice == Decimal(string: "0.001"))
    }

    @Test("A price that is no number is left out")
    func noPrice() {
        var payload = TransactionPayload()
        payload.price = .nan
        #expect(payload.json.isEmpty)
    }

    @Test("A notification carries its data as an object")
    func notification() {
        var data = NotificationData()
        data.appAppleID = 1_234_567_890
        data.bundleID = "com.example.app"
        data.bundleVersion = "3"
        data.environment = .production
        data.signedTransactionInfo = "a.b.c"
        data.signedRenewalInfo = "d.e.f"
        data.status = .revoked
        data.consumptionRequestReason = "LEGAL"
        var payload = NotificationPayload()
        payload.notificationType = .didChangeRenewalStatus
        payload.subtype = .autoRenewDisabled
        payload.notificationUUID = "6a1f"
        payload.version = "2.0"
        payload.signedDate = moment
        payload.data = data
        #expect(
            payload.description
                == #"{"notificationType":"DID_CHANGE_RENEWAL_STATUS","subtype":"AUTO_RENEW_DISABLED","#
                + #""notificationUUID":"6a1f","version":"2.0","signedDate":1697679936049,"data":{"appAppleId":1234567890,"#
                + #""bundleId":"com.example.app","bundleVersion":"3","environment":"Production","#
                + #""signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":5,"#
                + #""consumptionRequestReason":"LEGAL"}}"#
        )
        #expect(payload.data?.status == .revoked)
        #expect(payload.subtype == .autoRenewDisabled)
        payload.data = nil
        payload.subtype = nil
        #expect(payload.json.keys == ["notificationType", "notificationUUID", "version", "signedDate"])
    }

    @Test("An app transaction is read")
    func appTransaction() throws {
        let text = #"""
            {"receiptType":"Xcode","appAppleId":0,"bundleId":"b","applicationVersion":"1","versionExternalIdentifier":0,
            "receiptCreationDate":1697679936049.7297,"originalPurchaseDate":-62135769600000,"preorderDate":1,
            "originalApplicationVersion":"1","deviceVerification":"cYU=","appTransactionId":"704","originalPlatform":"iOS",
            "deviceVerificationNonce":"48c8b92d-ce0d-4229-bedf-e61b4f9cfc92"}
            """#
        let payload = try AppTransactionPayload(jsonData: Array(text.utf8))
        #expect(payload.receiptType == .xcode)
        #expect(payload.appAppleID == 0)
        #expect(payload.receiptCreationDate?.millisecondsSince1970 == 1_697_679_936_050)
        #expect(payload.deviceVerificationNonce?.uuidString == "48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92")
        #expect(payload.originalPlatform == "iOS")
        // How Xcode says that it knows none.
        #expect(payload.originalPurchaseDate == .distantPast)
        #expect(payload.json[integer: "originalPurchaseDate"] == -62_135_769_600_000)
    }

    @Test("Values and members that nobody knows survive")
    func unknown() throws {
        let text =
            #"{"type":"Hologram","newThing":{"x":[1.50]},"offerType":99,"environment":"Mars","revocationReason":7}"#
        var payload = try TransactionPayload(jsonData: Array(text.utf8))
        #expect(payload.type?.rawValue == "Hologram")
        #expect(payload.offerType == OfferType(rawValue: 99))
        #expect(payload.environment?.description == "Mars")
        #expect(payload.description == text)
        payload.revocationReason = nil
        payload.productID = "p"
        #expect(
            payload.description
                == #"{"type":"Hologram","newThing":{"x":[1.50]},"offerType":99,"environment":"Mars","productId":"p"}"#
        )
    }

    @Test("A member of the wrong type reads as none and stays as it was")
    func wrongTypes() throws {
        let text =
            #"{"price":"free","purchaseDate":"soon","isUpgraded":"perhaps","appAccountToken":"no","quantity":[]}"#
        let payload = try TransactionPayload(jsonData: Array(text.utf8))
        #expect(payload.price == nil)
        #expect(payload.purchaseDate == nil)
        #expect(payload.isUpgraded == nil)
        #expect(payload.appAccountToken == nil)
        #expect(payload.quantity == nil)
        #expect(payload.description == text)
    }
}
