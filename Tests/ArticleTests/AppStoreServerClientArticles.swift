import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation

private func verify(_ receipt: Data, _ secret: String) async throws {
    let client = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret))
    let answer = try await client.verify(receiptData: receipt.base64EncodedString())
    let facts = PurchaseFacts(answer.response, environment: answer.environment, receivedAt: Date())
    _ = facts
}
