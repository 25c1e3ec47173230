import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

/// A receipt that Apple signed, and what Apple's `verifyReceipt` answered to it.
struct RecordedPair: Sendable, CustomTestStringConvertible {
    let receiptFile: String
    let answerFile: String
    var testDescription: String { "\(receiptFile) \(answerFile)" }

    /// Those whose receipt is in the fixtures.
    static let all: [RecordedPair] = {
        guard Fixtures.areAvailable else { return [] }
        return ((try? Fixtures.rows("verifyreceipt-json/index.tsv")) ?? []).compactMap { row in
            guard let name = row["request_receipt(in data/receipts)"], !name.isEmpty, row["status"] == "0",
                let file = row["file"]
            else { return nil }
            return RecordedPair(receiptFile: "receipts/\(name).der", answerFile: "verifyreceipt-json/\(file)")
        }
    }()

    func receipt() throws -> Data { try Fixtures.data(receiptFile) }

    func answer() throws -> VerifyReceiptResponse {
        try VerifyReceiptResponse(jsonData: try Fixtures.data(answerFile))
    }

    /// The customer as the Server API would tell of them at the time: what all recordings to this receipt list, because some
    /// were asked to leave out what is old.
    func customer() throws -> StubServerAPI.Customer {
        let answer = try answer()
        let siblings = try Self.all.filter { $0.receiptFile == receiptFile }.map { try $0.answer() }
        let bundleID = try AppReceipt(wireForm: try receipt()).bundleID
        var seen: Set<String> = []
        let transactions = siblings.flatMap(\.latestReceiptInfo)
            .filter { seen.insert($0.transactionID ?? "").inserted }
            .map { Self.signed($0, bundleID: bundleID, environment: answer.environment) }
        let newest = transactions.max {
            ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
        }
        return StubServerAPI.Customer(
            pages: [transactions],
            subscriptions: answer.pendingRenewalInfo.compactMap { pending in
                newest.map { (.expired, $0, Self.signed(pending, of: $0)) }
            }
        )
    }

    /// Whether the request asked to leave out what is old.
    func asksForNewestOnly() throws -> Bool {
        let listed = try answer().latestReceiptInfo.count
        let known = try customer().pages.first?.count ?? 0
        return listed > 0 && listed < known
    }

    private static func signed(
        _ told: VerifyReceiptTransaction,
        bundleID: String,
        environment: AppStoreEnvironment?
    ) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionID = told.transactionID
        payload.originalTransactionID = told.originalTransactionID
        payload.webOrderLineItemID = told.webOrderLineItemID
        payload.bundleID = bundleID
        payload.productID = told.productID
        payload.subscriptionGroupID = "20"
        payload.purchaseDate = told.purchaseDate
        payload.originalPurchaseDate = told.originalPurchaseDate
        payload.expiresDate = told.expiresDate
        payload.quantity = told.quantity
        payload.type = .autoRenewableSubscription
        payload.inAppOwnershipType = .purchased
        payload.environment = environment
        payload.revocationDate = told.cancellationDate
        payload.signedDate = TestAuthority.signingDate
        if told.isTrialPeriod == true || told.isInIntroOfferPeriod == true {
            payload.offerType = .introductory
            payload.offerDiscountType = told.isTrialPeriod == true ? "FREE_TRIAL" : "PAY_AS_YOU_GO"
        }
        return payload
    }

    private static func signed(
        _ told: VerifyReceiptRenewalInfo,
        of transaction: TransactionPayload
    ) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = transaction.originalTransactionID
        payload.productID = told.productID
        payload.autoRenewProductID = told.autoRenewProductID
        payload.autoRenewStatus = told.autoRenewStatus
        payload.expirationIntent = told.expirationIntent
        payload.isInBillingRetryPeriod = told.isInBillingRetryPeriod
        payload.environment = transaction.environment
        payload.signedDate = TestAuthority.signingDate
        return payload
    }
}
