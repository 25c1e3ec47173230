import AppStoreModels
import AppStoreServerClient
import Foundation
import GRDB

/// Copies the rows of one customer: to bring a million to a server by uploads would take longer than all other measurements.
///
/// The names and numbers of the copies are as long as each other and grow, so that every row and every entry of an index is
/// added behind the last one. Triggers are put aside meanwhile, and what they would do is done for all at once; there is no
/// journal and nobody waits for the disk.
struct CustomerCopies {
    let database: URL

    /// What a copy is called, from 1 on.
    static func name(_ number: Int) -> String { "customer-\(1_000_000 + number)" }

    /// - Parameters:
    ///   - count: How many copies.
    ///   - unasked: For how many of the last ones no answer is kept.
    func make(_ count: Int, unasked: Int) throws {
        var configuration = Configuration()
        // The server that made the one customer may still be about to close the file.
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            for pragma in ["synchronous = OFF", "cache_size = -65536", "temp_store = MEMORY"] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
        }
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try DatabaseTriggers.without(in: database) {
                for statement in Self.models { try database.execute(sql: statement) }
                for statement in Self.copies {
                    try database.execute(
                        sql: Self.numbers + statement,
                        arguments: ["count": count, "asked": count - unasked]
                    )
                }
            }
        }
        try queue.close()
    }

    /// What is copied, in the order of the indexes.
    private static let models = [
        """
        CREATE TEMP TABLE model_fact AS SELECT *, CAST(original_transaction_id AS INTEGER) AS chain_number,
            CAST(transaction_id AS INTEGER) AS transaction_number
        FROM main.fact ORDER BY chain_number, transaction_number
        """,
        """
        CREATE TEMP TABLE model_chain AS SELECT c.*, o.linked_ms, o.claimed_ms,
            CAST(c.original_transaction_id AS INTEGER) AS chain_number
        FROM main.chain c JOIN main.customer_chain o USING (environment, original_transaction_id) ORDER BY chain_number
        """,
        """
        CREATE TEMP TABLE model_name AS SELECT n.since_ms, n.is_known, k.*
        FROM main.customer_name n JOIN main.kept_answer k ON k.person = n.number WHERE n.name = 'customer-0'
        """,
        """
        CREATE TEMP TABLE model_product AS SELECT c.chain_number, p.product_id, p.environment
        FROM main.chain_product p JOIN model_chain c USING (environment, original_transaction_id)
        """,
    ]

    private static let numbers =
        "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :count) "

    /// Transactions of one customer have numbers below a hundred.
    private static let copies = [
        """
        INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,
            last_stated_ms)
        SELECT kind, environment, CAST(chain_number + n * 100 AS TEXT), CAST(transaction_number + n * 100 AS TEXT), digest,
            content, first_stated_ms, last_stated_ms
        FROM copy CROSS JOIN model_fact
        """,
        """
        INSERT INTO chain (environment, original_transaction_id, renews)
        SELECT environment, CAST(chain_number + n * 100 AS TEXT), renews FROM copy CROSS JOIN model_chain
        """,
        """
        INSERT INTO chain_product (product_id, original_transaction_id, environment)
        SELECT product_id, CAST(chain_number + n * 100 AS TEXT), environment FROM copy CROSS JOIN model_product
        """,
        """
        INSERT INTO customer_name (name, since_ms, is_known)
        SELECT 'customer-' || (1000000 + n), since_ms, is_known FROM copy CROSS JOIN model_name
        """,
        """
        INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms, claimed_ms)
        SELECT 'customer-' || (1000000 + n), environment, CAST(chain_number + n * 100 AS TEXT), linked_ms, claimed_ms
        FROM copy CROSS JOIN model_chain
        """,
        """
        INSERT INTO kept_answer (person, revision, rules, from_ms, until_ms, head, tail, tag)
        SELECT c.number, 1, m.rules, m.from_ms, iif(n <= :asked, m.until_ms, 0),
            iif(n <= :asked, CAST(replace(CAST(m.head AS TEXT), 'customer-0', c.name) AS BLOB), NULL),
            iif(n <= :asked, m.tail, NULL), m.tag
        FROM copy CROSS JOIN model_name m CROSS JOIN customer_name c ON c.name = 'customer-' || (1000000 + n)
        """,
    ]

    /// `verifyReceipt` of somebody with 15 purchases: a year of renewals, and three things bought for good.
    struct Apple: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            var response = VerifyReceiptResponse()
            response.status = .valid
            response.environment = .production
            var receipt = VerifyReceiptAppReceipt()
            receipt.bundleID = SampleStore.bundleID
            receipt.receiptCreationDate = SampleStore.date
            receipt.requestDate = SampleStore.date
            response.receipt = receipt
            response.latestReceiptInfo = (0..<15).map(Self.transaction)
            return HTTPTransportResponse(status: 200, body: response.jsonData)
        }

        private static func transaction(_ number: Int) -> VerifyReceiptTransaction {
            var transaction = VerifyReceiptTransaction()
            let begin = SampleStore.date.addingTimeInterval(Double(number - 11) * 30 * 86_400 - 86_400)
            transaction.transactionID = "\(2_000_000_900_000_001 + number)"
            transaction.originalTransactionID = number < 12 ? "2000000900000001" : transaction.transactionID
            transaction.productID =
                number < 12 ? "com.example.flowershop.monthly" : "com.example.flowershop.vase.\(number)"
            transaction.purchaseDate = number < 12 ? begin : SampleStore.date.addingTimeInterval(-86_400)
            transaction.originalPurchaseDate = transaction.purchaseDate
            transaction.quantity = 1
            if number < 12 {
                transaction.expiresDate = begin.addingTimeInterval(30 * 86_400)
                transaction.webOrderLineItemID = "\(2_000_000_101_234_567 + number)"
            }
            return transaction
        }
    }
}
