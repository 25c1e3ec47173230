import AppStoreModels
import Foundation
import LocalAppStore
import SwiftyStoreKit

/// Answers what the snippets send to Apple's `verifyReceipt`, so that they run as they are and no request leaves.
struct AppleInPlace: ReceiptTransport {
    let store: LocalAppStore

    func post(_ body: Data, to url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        let question = VerifyReceiptRequest(json: (try? JSONValue(parsing: body))?.object ?? JSONObject())
        let isSandbox = url.host?.hasPrefix("sandbox") ?? false
        completion(.success(store.verifyReceipt(question, endpoint: isSandbox ? .sandbox : .production).jsonData))
    }
}
