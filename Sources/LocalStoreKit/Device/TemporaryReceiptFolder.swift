import Foundation

/// Where the receipt of a device is that was given no place for it; goes when the device goes.
final class TemporaryReceiptFolder: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("LocalStoreKit-\(UUID().uuidString)")

    var receiptURL: URL { folder.appendingPathComponent("StoreKit/sandboxReceipt") }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
