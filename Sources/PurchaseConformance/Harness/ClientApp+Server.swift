import AppStoreModels
import PurchaseServerClient
import SwiftyStoreKit

extension ClientApp {
    /// Logs in at the server.
    public func logIn(as customer: String) async -> Bool {
        guard let server else { return false }
        return (try? await server.logIn(as: customer)) != nil
    }

    /// Logs out, with or without the server.
    public func logOut() async {
        // Storage that cannot be written leaves somebody logged in, and whoever looks sees that.
        try? await server?.logOut()
    }

    /// What the server says, or else the device.
    public func rights() async -> ServedRights {
        guard let access = await server?.access() else { return ServedRights(owned: [], source: .nobody) }
        let sources: [AnswerSource: ServedRights.Source] = [
            .server: .server, .lastStatement: .remembered, .device: .device,
        ]
        let owned = access.entitlements.filter { $0.isEntitled && $0.productType != .consumable }
        return ServedRights(owned: Set(owned.map(\.productID)), source: sources[access.source] ?? .nobody)
    }

    /// Fetches the receipt and has it checked.
    public func checkReceipt(refreshing: Bool) async -> ReceiptAnswer {
        guard let receipts else { return .failed }
        do throws(ReceiptError) {
            _ = try await client.verifyReceipt(using: receipts, forceRefresh: refreshing)
            return .accepted
        } catch {
            switch error {
            case .noReceiptData: return .missing
            case .receiptInvalid: return .refused
            default: return .failed
            }
        }
    }
}
