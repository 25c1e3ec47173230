import AppStoreModels
import Foundation
import PurchaseServer

/// Keys for a person to read.
enum KeyTable {
    static func make(of keys: [ServerKey], at date: Date) -> TextTable {
        var table = TextTable(head: ["ID", "KIND", "NAME", "SCOPES", "MADE", "LAST USED", "STATE"])
        for key in keys {
            table.add(
                key.id,
                key.kind.rawValue,
                key.name,
                key.scopes.sorted().map(\.rawValue).joined(separator: " "),
                RFC3339.string(from: key.createdDate),
                key.lastUseDate.map(RFC3339.string) ?? "never",
                state(of: key, at: date)
            )
        }
        return table
    }

    private static func state(of key: ServerKey, at date: Date) -> String {
        if let revoked = key.revocationDate { return "revoked \(RFC3339.string(from: revoked))" }
        let successor = key.successorID.map { ", replaced by \($0)" } ?? ""
        guard let end = key.expirationDate else { return "good" }
        return (end <= date ? "expired " : "good until ") + RFC3339.string(from: end) + successor
    }
}
