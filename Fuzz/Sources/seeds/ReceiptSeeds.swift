import AppReceipt
import AppStoreTrust
import Foundation
import FuzzSupport

/// Receipts with different contents, in all wire forms.
struct ReceiptSeeds {
    let authority: CertificateAuthority
    private let drafts: [String: ReceiptDraft]

    init(authority: CertificateAuthority) throws {
        self.authority = authority
        let device = try DeviceIdentifier("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B")
        let empty = ReceiptDraft(
            bundleID: SeedFolder.bundleID,
            appVersion: "42",
            deviceIdentifier: device,
            opaqueValue: Array(0..<16),
            creationDate: SeedFolder.date
        )
        var one = empty
        one.environment = .production
        one.inAppPurchases = [Self.purchase(kind: .consumable)]
        var full = empty
        full.inAppPurchases = [Self.purchase(kind: .nonConsumable), Self.subscription]
        full.expirationDate = SeedFolder.date.addingTimeInterval(86_400)
        full.preorderDate = SeedFolder.date
        full.otherAttributes = [
            .init(type: .encryptedData6, value: [1, 2, 3]), .init(type: .encryptedData7, value: []),
        ]
        drafts = ["empty": empty, "one": one, "full": full]
    }

    func payloads() -> [String: Data] { drafts.mapValues { Data($0.payload) } }

    func receipts() throws -> [String: Data] {
        var seeds: [String: Data] = [:]
        for (name, draft) in drafts {
            let raw = try ReceiptWriter(authority: authority).receipt(draft)
            seeds["\(name)-der"] = raw
            seeds["\(name)-sha1"] = try ReceiptWriter(authority: authority, digest: .sha1).receipt(draft)
            for (form, data) in Self.textForms(of: raw) { seeds["\(name)-\(form)"] = data }
            seeds["\(name)-ber"] = Data(IndefiniteForm.message(Array(raw), payload: draft.payload))
        }
        return seeds
    }

    private static func textForms(of raw: Data) -> [String: Data] {
        let base64 = raw.base64EncodedString()
        let wrapped = raw.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        let urlSafe = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        return [
            "base64": Data(base64.utf8),
            "wrapped": Data(wrapped.utf8),
            "url-safe": Data(urlSafe.filter { $0 != "=" }.utf8),
            "double": Data(Data(base64.utf8).base64EncodedString().utf8),
            "pem": Data("-----BEGIN PKCS7-----\n\(wrapped)\n-----END PKCS7-----\n".utf8),
        ]
    }

    private static func purchase(kind: ReceiptProductKind) -> InAppPurchaseDraft {
        InAppPurchaseDraft(
            productID: "com.example.flowershop.rose",
            transactionID: "2000000912345678",
            purchaseDate: SeedFolder.date,
            productKind: kind
        )
    }

    private static var subscription: InAppPurchaseDraft {
        var purchase = purchase(kind: .autoRenewableSubscription)
        purchase.expiresDate = SeedFolder.date.addingTimeInterval(86_400 * 30)
        purchase.webOrderLineItemID = 2_000_000_101_234_567
        purchase.cancellationDate = SeedFolder.date.addingTimeInterval(3600)
        purchase.cancellationReason = .init(rawValue: 1)
        purchase.isTrialPeriod = true
        purchase.isInIntroOfferPeriod = false
        purchase.promotionalOfferID = "spring"
        return purchase
    }
}
