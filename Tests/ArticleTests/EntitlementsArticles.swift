import AppStoreModels
import Entitlements
import Foundation

private func showEntitlements(
    _ answer: Verified<VerifyReceiptResponse>,
    _ transaction: Verified<TransactionPayload>,
    _ renewalInfo: Verified<RenewalInfoPayload>,
    now: Date
) throws {
    var facts = PurchaseFacts(answer, environment: .production, receivedAt: now)
    facts.formUnion(try PurchaseFacts(transaction: transaction, renewalInfo: renewalInfo))

    for entitlement in facts.entitlements(at: now) where entitlement.isEntitled {
        print(entitlement.productID, entitlement.expiresDate as Any, entitlement.reason)
    }
}
