import Foundation

/// The file that holds the app's receipt on one device.
struct ReceiptFile: Sendable {
    let url: URL

    /// Replaces the receipt as a whole, so that a reader never sees half of one; an empty one is taken away.
    func write(_ receipt: Data) throws {
        if receipt.isEmpty {
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            return
        }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try receipt.write(to: url, options: .atomic)
    }
}
