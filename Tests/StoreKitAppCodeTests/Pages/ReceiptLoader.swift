import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Client code for the receipt: read it, and ask for it anew if it is missing.
final class ReceiptLoader: NSObject, SKRequestDelegate {
    private(set) var outcome: String?
    private var request: SKReceiptRefreshRequest?

    var receipt: Data? {
        guard let url = Bundle.main.appStoreReceiptURL, FileManager.default.fileExists(atPath: url.path) else {
            return nil
        }
        return try? Data(contentsOf: url)
    }

    func refresh() {
        let request = SKReceiptRefreshRequest()
        request.delegate = self
        request.start()
        self.request = request
    }

    /// A receipt of which the test environment says that it has expired.
    func refreshExpired() {
        let request = SKReceiptRefreshRequest(receiptProperties: [SKReceiptPropertyIsExpired: true])
        request.delegate = self
        request.start()
        self.request = request
    }

    func requestDidFinish(_ request: SKRequest) {
        guard request is SKReceiptRefreshRequest else { return }
        outcome = receipt == nil ? "no receipt" : "refreshed"
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        do {
            throw error
        } catch SKError.paymentCancelled {
            outcome = "cancelled"
        } catch {
            outcome = "failed: \(error.localizedDescription)"
        }
    }
}
