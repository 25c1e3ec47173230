import AppReceipt
import AppStoreTrust
import Foundation

/// Receipts and tokens as the App Store makes them, signed by an authority of our own.
struct SampleStore {
    static let bundleID = "com.example.flowershop"
    /// The date in all samples, 2025-06-01.
    static let date = Date(timeIntervalSince1970: 1_748_736_000)

    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.make(
            name: "Benchmark",
            validFrom: Self.date.addingTimeInterval(-86_400),
            // Stores go on for more than a year from then, and sign until their end.
            validUntil: Self.date.addingTimeInterval(86_400 * 365 * 3)
        )
    }

    var policy: TrustPolicy { .trusting([authority.receiptAnchor, authority.jwsAnchor]) }

    /// DER of the root of the receipt chain.
    var receiptRoot: [UInt8] {
        get throws {
            let text = authority.receiptRootPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
            guard let data = Data(base64Encoded: text) else { throw BenchmarkError("the root is not PEM") }
            return Array(data)
        }
    }

    /// A receipt of a subscriber with this many renewals.
    func receipt(records: Int) throws -> [UInt8] {
        var draft = ReceiptDraft(
            bundleID: Self.bundleID,
            appVersion: "42",
            deviceIdentifier: try DeviceIdentifier("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B"),
            opaqueValue: (0..<16).map { 7 &* $0 &+ 1 },
            creationDate: Self.date
        )
        draft.inAppPurchases = (0..<records).map(Self.purchase)
        return Array(try ReceiptWriter(authority: authority).receipt(draft))
    }

    /// A transaction with the members that Apple sends.
    var transactionPayload: [UInt8] {
        let payload = """
            {"transactionId":"2000000912345678","originalTransactionId":"2000000900000001",\
            "webOrderLineItemId":"2000000101234567","bundleId":"\(Self.bundleID)",\
            "productId":"com.example.flowershop.monthly","subscriptionGroupIdentifier":"21612345",\
            "purchaseDate":1748736000000,"originalPurchaseDate":1746057600000,"expiresDate":1751328000000,\
            "quantity":1,"type":"Auto-Renewable Subscription","appAccountToken":"7b3f6f44-1c2d-4e0a-9a57-0d6b1f1a2c3d",\
            "inAppOwnershipType":"PURCHASED","signedDate":1748736000123,"environment":"Sandbox",\
            "transactionReason":"RENEWAL","storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD",\
            "appTransactionId":"704123456789012345"}
            """
        return Array(payload.utf8)
    }

    private static func purchase(_ number: Int) -> InAppPurchaseDraft {
        let start = date.addingTimeInterval(Double(number - 20_000) * 86_400 * 30 / 1000)
        var purchase = InAppPurchaseDraft(
            productID: "com.example.flowershop.monthly",
            transactionID: "\(2_000_000_900_000_001 + number)",
            purchaseDate: start,
            productKind: .autoRenewableSubscription,
            originalTransactionID: "2000000900000001",
            originalPurchaseDate: date.addingTimeInterval(-86_400 * 600)
        )
        purchase.expiresDate = start.addingTimeInterval(86_400 * 30)
        purchase.webOrderLineItemID = 2_000_000_101_234_567 + Int64(number)
        purchase.isTrialPeriod = number == 0
        purchase.isInIntroOfferPeriod = false
        return purchase
    }
}
