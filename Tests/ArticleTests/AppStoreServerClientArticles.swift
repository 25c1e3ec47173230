import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation

private func verify(_ receipt: Data, _ secret: String) async throws {
    let client = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret))
    let answer = try await client.verify(receiptData: receipt.base64EncodedString())
    let facts = PurchaseFacts(answer.response, environment: answer.environment, receivedAt: Date())
    _ = facts
}

private func statuses(_ pem: String, of identifier: String) async throws {
    let key = try InAppPurchaseKey(pem: pem, keyID: "2X9R4HXF34", issuerID: "57246542-96fe-1a63-e053-0824d011072a")
    let client = ServerAPIClient(key: key, app: AppIdentity(bundleID: "com.example.app"))
    let statuses = try await client.subscriptionStatuses(of: identifier)
    for subscription in statuses.subscriptions where subscription.givesAccess {
        print(subscription.transaction.productID ?? "")
    }
}

private func record(_ transaction: Verified<TransactionPayload>) throws {}

private func history(_ client: ServerAPIClient, of identifier: String, from start: String?) async throws -> String? {
    var revision = start
    for try await page in client.transactionHistoryPages(of: identifier, resumingAt: revision) {
        for transaction in page.transactions { try record(transaction) }
        revision = page.revision
    }
    return revision
}

private func sign(_ key: InAppPurchaseKey, identifier: String) throws {
    let signer = OfferSigner(key: key, bundleID: "com.example.app")
    let jws = try signer.promotionalOffer("comeback", of: "com.example.app.monthly", transactionID: identifier)
    _ = jws
}

private func customer(_ client: ServerAPIClient, of receipt: Data) async throws {
    guard let identifier = try ReceiptTransactions.anyTransactionID(inReceipt: receipt) else { return }
    let statuses = try await client.subscriptionStatuses(of: identifier)
    _ = statuses
}

private func decide(_ client: ServerAPIClient, _ identifier: String) async throws {
    do {
        try await client.finish(transactionID: identifier)
    } catch {
        if error.errorCode == .transactionIDNotFound { print("neither production nor sandbox knows it") }
        if error.isRetryable { print("come back at", error.retryAt ?? Date()) }
    }
}

private func replace(_ pem: String, _ secret: String, _ receipt: Data) async throws {
    let key = try InAppPurchaseKey(pem: pem, keyID: "2X9R4HXF34", issuerID: "57246542-96fe-1a63-e053-0824d011072a")
    let client = ServerAPIClient(key: key, app: AppIdentity(bundleID: "com.example.app"))
    let replacement = VerifyReceiptReplacement(asking: client, sharedSecret: AppSharedSecret(secret))
    let verifier = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret), transport: replacement)
    let answer = try await verifier.verify(receiptData: receipt.base64EncodedString())
    _ = answer
}
