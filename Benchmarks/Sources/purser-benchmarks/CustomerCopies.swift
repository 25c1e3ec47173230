import AppStoreModels
import AppStoreServerClient
import Foundation
import GRDB

/// Copies the rows of one customer: to bring a million to a server by uploads would take longer than all other measurements.
struct CustomerCopies {
    let database: URL

    /// - Parameters:
    ///   - count: How many copies.
    ///   - unasked: For how many of the last ones no answer is kept.
    func make(_ count: Int, unasked: Int) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            for pragma in ["synchronous = OFF", "cache_size = -100000", "temp_store = MEMORY"] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
        }
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        for begin in stride(from: 1, through: count, by: 10_000) {
            let numbers = (begin, min(begin + 9_999, count))
            try queue.write { database in
                for statement in Self.statements {
                    try database.execute(
                        sql: Self.numbers + statement,
                        arguments: ["first": numbers.0, "last": numbers.1]
                    )
                }
                try database.execute(
                    sql: Self.numbers + Self.answers,
                    arguments: ["first": numbers.0, "last": min(numbers.1, count - unasked)]
                )
            }
        }
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }

    private static let numbers =
        "WITH RECURSIVE copy(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM copy WHERE n < :last) "

    /// Facts before those who have them, so that nobody has to be told of each.
    private static let statements = [
        """
        INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,
            last_stated_ms)
        SELECT kind, environment, original_transaction_id || '-' || n, transaction_id || '-' || n, digest, content,
            first_stated_ms, last_stated_ms
        FROM copy, fact WHERE original_transaction_id NOT LIKE '%-%'
        """,
        """
        INSERT INTO chain (environment, original_transaction_id, renews)
        SELECT environment, original_transaction_id || '-' || n, renews FROM copy, chain
        WHERE original_transaction_id NOT LIKE '%-%'
        """,
        """
        INSERT INTO customer_name (name, since_ms, is_known)
        SELECT 'customer-' || n, since_ms, is_known FROM copy, customer_name WHERE name = 'customer-0'
        """,
        """
        INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms, claimed_ms)
        SELECT 'customer-' || n, environment, original_transaction_id || '-' || n, linked_ms, claimed_ms
        FROM copy, customer_chain WHERE customer = 'customer-0'
        """,
    ]

    private static let answers = """
        INSERT INTO kept_answer (person, revision, rules, from_ms, until_ms, head, tail, tag)
        SELECT c.number, 1, k.rules, k.from_ms, k.until_ms,
            CAST(replace(CAST(k.head AS TEXT), 'customer-0', c.name) AS BLOB), k.tail, k.tag
        FROM copy JOIN customer_name c ON c.name = 'customer-' || n
        JOIN customer_name o ON o.name = 'customer-0' JOIN kept_answer k ON k.person = o.number
        WHERE n <= :last ON CONFLICT (person) DO UPDATE SET rules = excluded.rules, from_ms = excluded.from_ms,
            until_ms = excluded.until_ms, head = excluded.head, tail = excluded.tail, tag = excluded.tag
        """

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
