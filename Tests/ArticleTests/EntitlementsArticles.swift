import AppStoreModels
import Entitlements
import Foundation

private func showEntitlements(
    _ answer: VerifyReceiptResponse,
    _ payload: TransactionPayload,
    _ renewal: RenewalInfoPayload,
    now: Date
) throws {
    var facts = PurchaseFacts(response: answer, environment: .production, receivedAt: now)
    facts.formUnion(try PurchaseFacts(transaction: payload, renewalInfo: renewal))

    for entitlement in facts.entitlements(at: now) where entitlement.isEntitled {
        print(entitlement.productID, entitlement.expiresDate as Any, entitlement.reason)
    }
}
