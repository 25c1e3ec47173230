import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable public import PurchaseServer

/// Purchases for tests of storages, and the calls that bring them there.
enum Purchases {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let bundleID = "com.example.app"

    /// A subscription that ends after so many seconds, or with nil what was bought once and for all.
    static func fact(
        _ chain: String,
        transaction: String? = nil,
        product: String = "monthly",
        lasts: TimeInterval? = 30 * 86_400,
        at date: Date = start,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: transaction ?? chain + "-1",
            originalTransactionID: chain,
            productID: product,
            environment: .production,
            purchaseDate: date,
            statedDate: date
        )
        fact.bundleID = bundleID
        fact.expiresDate = lasts.map { date + $0 }
        change(&fact)
        return fact
    }

    static func verification(_ facts: [PurchaseFact], at date: Date, receipt: Data? = nil) -> Verification {
        Verification(
            environment: .production,
            bundleID: bundleID,
            facts: PurchaseFacts(purchases: facts),
            latestReceipt: receipt,
            verifiedAt: date,
            statedDate: date
        )
    }

    static func notification(_ identifier: String, _ facts: [PurchaseFact], at date: Date) -> ReceivedNotification {
        ReceivedNotification(
            identifier: identifier,
            type: "SUBSCRIBED",
            signedDate: date,
            receivedAt: date,
            body: Data(#"{"signedPayload":"a.b.c"}"#.utf8),
            facts: PurchaseFacts(purchases: facts)
        )
    }
}

extension PurchaseStorage {
    /// A receipt of these purchases comes from a customer and is genuine.
    @discardableResult
    func upload(
        _ facts: [PurchaseFact],
        by customer: CustomerID,
        at date: Date = Purchases.start,
        receipt: Data? = nil
    ) async throws -> ClaimOutcome {
        let names = facts.map(\.transactionID).joined(separator: ",")
        let upload = ReceiptUpload(customer: customer, receipt: Data(names.utf8), receivedAt: date)
        let stored = try await save(upload, retryAt: date)
        return try await resolve(
            stored,
            with: Purchases.verification(facts, at: date, receipt: receipt)
        ) { _ in nil }
    }

    /// The App Store tells of these purchases.
    func notify(_ identifier: String, _ facts: [PurchaseFact], at date: Date) async throws {
        _ = try await save(Purchases.notification(identifier, facts, at: date)) { _ in nil }
    }

    /// Who has a purchase.
    func owners(of chain: String) async throws -> Set<String> {
        Set(try await customers(ofOriginalTransactionID: chain).map(\.value))
    }
}

extension CustomerID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(trusted: value) }
}
