import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

/// The notes about verifying receipts on a server have one block of Swift: it stands here as it stands there.
@Suite("The notes about a server's side of purchases", .timeLimit(.minutes(15)))
struct ServerNotesTests {
    /// What the block uploads; nil if it uploads nothing.
    private func upload() -> String? {
        if let receiptURL = Bundle.main.appStoreReceiptURL,
            FileManager.default.fileExists(atPath: receiptURL.path),
            let receiptData = try? Data(contentsOf: receiptURL)
        {
            let base64Data = receiptData.base64EncodedString()
            // upload base64Data to your server.
            return base64Data
        }
        return nil
    }

    @Test("The receipt that the app uploads is the device's, with what was bought")
    func receipt() throws {
        let shop = try ReadmeShop()
        try shop.store.buy(productID: ReadmeShop.purchase1, account: "flora")
        let readme: any EarlierSnippets = EarlierReadme(shop: shop)
        shop.run { readme.refreshReceipt() }
        let uploaded = try #require(shop.device.perform { upload() })
        let data = try #require(Data(base64Encoded: uploaded))
        #expect(data == (try Data(contentsOf: shop.device.receiptURL)))
        #expect(data.count > 1_000)
    }

    @Test("A device without a receipt uploads nothing")
    func none() throws {
        let shop = try ReadmeShop()
        #expect(shop.device.perform { upload() } == nil)
    }
}
