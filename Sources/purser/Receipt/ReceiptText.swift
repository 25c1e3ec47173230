import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// A receipt as tables for a person.
struct ReceiptText {
    let terminal: Terminal
    /// Whether empty attributes and those of unknown meaning are shown too.
    let showsAll: Bool

    func lines(of receipt: AppReceipt) -> [String] {
        var lines = [terminal.styled("App receipt", .heading), ""]
        lines += attributeTable(receipt).lines(on: terminal)
        lines += ["", terminal.styled(purchasesTitle(receipt), .heading)]
        guard !receipt.inAppPurchases.isEmpty else { return lines }
        lines += [""] + purchaseTable(receipt).lines(on: terminal).map(\.trimmedAtEnd)
        let timeline = SubscriptionTimeline(receipt.inAppPurchases)
        return lines + TimelineText(terminal: terminal, showsAll: showsAll).lines(of: timeline)
    }

    private func attributeTable(_ receipt: AppReceipt) -> TextTable {
        var table = TextTable(head: ["type", "attribute", "value"])
        let attributes = receipt.attributes.sorted { $0.type.rawValue < $1.type.rawValue }
        for attribute in attributes where attribute.type != .inAppPurchase && isShown(attribute) {
            table.add(String(attribute.type.rawValue), attribute.name, attribute.value.description)
        }
        table.add("", "signature digest", receipt.signatureDigest.rawValue.uppercased())
        return table
    }

    private func isShown(_ attribute: ReceiptAttribute) -> Bool {
        guard !showsAll else { return true }
        switch attribute.value {
        case .empty: return false
        case .bytes: return attribute.type == .opaqueValue || attribute.type == .deviceHash
        case .text, .integer, .date, .purchase: return true
        }
    }

    private func purchasesTitle(_ receipt: AppReceipt) -> String {
        switch receipt.inAppPurchases.count {
        case 0: "No purchases"
        case 1: "1 purchase"
        case let count: "\(count) purchases"
        }
    }

    /// Oldest first: the order in the receipt has no meaning.
    private func purchaseTable(_ receipt: AppReceipt) -> TextTable {
        var table = TextTable(head: ["product", "kind", "transaction", "original", "bought", "until", "notes"])
        for record in receipt.inAppPurchases.sorted(by: { $0.purchaseDate < $1.purchaseDate }) {
            table.add(
                record.productID,
                record.productKind?.description ?? "",
                record.transactionID,
                record.originalTransactionID ?? "",
                RFC3339.string(from: record.purchaseDate),
                record.expiresDate.map(RFC3339.string) ?? "",
                notes(on: record)
            )
        }
        return table
    }

    private func notes(on record: InAppPurchaseRecord) -> String {
        var notes: [String] = []
        if record.quantity != 1 { notes.append("× \(record.quantity)") }
        if record.isTrialPeriod == true { notes.append("trial") }
        if record.isInIntroOfferPeriod == true { notes.append("introductory price") }
        if let offer = record.promotionalOfferID { notes.append("offer \(offer)") }
        if let date = record.cancellationDate { notes.append("refunded \(RFC3339.string(from: date))") }
        return notes.joined(separator: ", ")
    }
}
