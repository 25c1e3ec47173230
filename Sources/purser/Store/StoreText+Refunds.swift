import AppStoreModels
import Foundation
import LocalAppStore
import LocalAppStoreServer

extension StoreText {
    /// What customers asked to have refunded, what the developer answered, and what became of it.
    static func refundRequests(_ requests: [RefundRequestRecord], on terminal: Terminal) {
        guard !requests.isEmpty else {
            return terminal.line("nobody asked for a refund; `purser store refund TRANSACTION --ask` does")
        }
        var table = TextTable(head: ["transaction", "account", "reason", "decision", "preference", "until", "result"])
        for request in requests {
            table.add(
                request.transactionID ?? "",
                request.account ?? "",
                request.reason ?? "",
                request.decision?.rawValue ?? "",
                request.refundPreference?.rawValue ?? (request.json["consumption"] == nil ? "not heard" : "none"),
                request.deadline.map { RFC3339.string(from: $0) } ?? "",
                request.isGranted.map { $0 ? "granted" : "declined" } ?? "open"
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    /// The extensions of all subscriptions to a product.
    static func massExtensions(_ extensions: [MassExtensionRecord], on terminal: Terminal) {
        guard !extensions.isEmpty else { return terminal.line("no product was extended for all its subscribers") }
        var table = TextTable(head: ["request", "product", "days", "storefronts", "extended", "failed", "done"])
        for extended in extensions {
            let storefronts = extended.storefrontCountryCodes
            table.add(
                extended.requestIdentifier ?? "",
                extended.productID ?? "",
                extended.extendByDays.map(String.init) ?? "",
                storefronts.isEmpty ? "all" : storefronts.joined(separator: ", "),
                extended.succeededCount.map(String.init) ?? "",
                extended.failedCount.map(String.init) ?? "",
                extended.completeDate.map { RFC3339.string(from: $0) } ?? "under way"
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }
}
