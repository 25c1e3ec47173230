import AppReceipt
import Foundation
import GRDB

/// Moves the uploads of databases of the first kind, which kept every spelling of every receipt for ever.
///
/// No fact is touched. Rejected uploads and what cannot be a receipt go. Of verified uploads the fact that they were made
/// stays, and their receipt where a purchase has none yet. A receipt that can neither be read here nor be found in
/// a purchase stays with its upload.
struct ReceiptsOnce {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func run() throws {
        try identifyLatestReceipts()
        // Verified ones first and the newest before the older: the first that names a purchase is its newest receipt.
        let uploads = try Row.fetchCursor(
            database,
            sql: """
                SELECT id, customer, receipt, received_ms, status, due_ms, failed_attempts, resolved_ms FROM old_upload
                WHERE status <> 'rejected' ORDER BY resolved_ms IS NULL, resolved_ms DESC, id
                """
        )
        while let upload = try uploads.next() { try move(upload) }
        try database.execute(sql: "DROP TABLE old_upload")
    }

    private func identifyLatestReceipts() throws {
        let receipts = try Row.fetchCursor(database, sql: "SELECT id, receipt FROM latest_receipt ORDER BY id DESC")
        var known: [ReceiptIdentity: Int64] = [:]
        var identities: [Int64: ReceiptIdentity] = [:]
        var copies: [Int64: Int64] = [:]
        while let row = try receipts.next() {
            let id = try row.decode(Int64.self, atIndex: 0)
            let identity = ReceiptIdentity(of: try row.decode(Data.self, atIndex: 1))
            if let kept = known[identity] {
                copies[id] = kept
            } else {
                known[identity] = id
                identities[id] = identity
            }
        }
        for (copy, kept) in copies {
            try database.execute(
                sql: "UPDATE chain SET latest_receipt_id = ? WHERE latest_receipt_id = ?",
                arguments: [kept, copy]
            )
            try database.execute(sql: "DELETE FROM latest_receipt WHERE id = ?", arguments: [copy])
        }
        for (id, identity) in identities {
            try database.execute(
                sql: "UPDATE latest_receipt SET digest = ? WHERE id = ?",
                arguments: [identity.digest, id]
            )
        }
    }

    private func move(_ row: Row) throws {
        let status = try row.decode(String.self, forColumn: "status")
        let bytes = try row.decode(Data.self, forColumn: "receipt")
        let receipt: Data
        let isSignatureChecked: Bool
        if TransactionReceipt.resembles(bytes) {
            guard let read = try? TransactionReceipt(bytes) else {
                // The App Store has accepted it, or else it cannot be a receipt.
                if status == "verified" { try insert(row, bytes, keeping: bytes, isSignatureChecked: false) }
                return
            }
            receipt = read.canonicalForm
            isSignatureChecked = false
        } else {
            receipt = bytes
            isSignatureChecked = true
        }
        let isNeeded = try status == "pending" || !hand(receipt, toPurchasesOf: row)
        try insert(row, receipt, keeping: isNeeded ? receipt : nil, isSignatureChecked: isSignatureChecked)
    }

    private func insert(_ row: Row, _ receipt: Data, keeping kept: Data?, isSignatureChecked: Bool) throws {
        try database.execute(
            sql: """
                INSERT INTO upload (id, customer, identity, receipt, received_ms, status, due_ms, failed_attempts,
                    resolved_ms, is_signature_checked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [
                try row.decode(Int64.self, forColumn: "id"), try row.decode(String.self, forColumn: "customer"),
                ReceiptIdentity(of: receipt).digest, kept, try row.decode(Int64.self, forColumn: "received_ms"),
                try row.decode(String.self, forColumn: "status"), try row.decode(Int64.self, forColumn: "due_ms"),
                try row.decode(Int64.self, forColumn: "failed_attempts"),
                try row.decode(Int64?.self, forColumn: "resolved_ms"), isSignatureChecked,
            ]
        )
    }

    /// Makes the receipt the newest of those of its purchases that have none.
    ///
    /// - Returns: false if it cannot be read, so that nobody knows whose it is.
    private func hand(_ receipt: Data, toPurchasesOf upload: Row) throws -> Bool {
        guard let read = try? AppReceipt(wireForm: receipt) else { return false }
        let customer = try upload.decode(String.self, forColumn: "customer")
        for purchase in read.inAppPurchases {
            let chains = try Row.fetchAll(
                database,
                sql: """
                    SELECT c.environment FROM chain c JOIN customer_chain o
                        ON o.environment = c.environment AND o.original_transaction_id = c.original_transaction_id
                    WHERE o.customer = ? AND c.original_transaction_id = ? AND c.latest_receipt_id IS NULL
                    """,
                arguments: [customer, purchase.originalTransactionID ?? purchase.transactionID]
            )
            for chain in chains {
                try point(purchase, try chain.decode(String.self, atIndex: 0), to: receipt, bundleID: read.bundleID)
            }
        }
        return true
    }

    private func point(
        _ purchase: InAppPurchaseRecord,
        _ environment: String,
        to receipt: Data,
        bundleID: String
    ) throws {
        let identity = ReceiptIdentity(of: receipt).digest
        try database.execute(
            sql: """
                INSERT INTO latest_receipt (environment, bundle_id, digest, receipt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [environment, bundleID, identity, receipt]
        )
        try database.execute(
            sql: """
                UPDATE chain SET latest_receipt_id = (SELECT id FROM latest_receipt WHERE digest = ?)
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: [identity, environment, purchase.originalTransactionID ?? purchase.transactionID]
        )
    }
}
