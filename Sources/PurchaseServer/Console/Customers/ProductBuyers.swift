import AppStoreModels
import Foundation

/// Who bought a product, in the order of the purchases, so that a page takes the same time however many buyers there are.
struct ProductBuyers {
    private let database: StorageDatabase

    /// Between the purchase and the name in a position; no name has it.
    private static let separator: Character = "\u{1F}"

    init(_ database: StorageDatabase) { self.database = database }

    /// Of several purchases of one customer the first stands for all.
    static let statement = """
        SELECT n.name, n.since_ms, p.original_transaction_id
        FROM chain_product p
        JOIN customer_chain c ON c.original_transaction_id = p.original_transaction_id AND c.environment = p.environment
        JOIN customer_name n ON n.name = c.customer
        WHERE p.product_id = :product AND p.original_transaction_id >= :purchase
            AND (p.original_transaction_id > :purchase OR n.name > :name)
            AND n.name >= :prefix AND n.name < :end
            AND NOT EXISTS (SELECT 1 FROM customer_chain o JOIN chain_product q ON q.product_id = :product
                    AND q.original_transaction_id = o.original_transaction_id AND q.environment = o.environment
                WHERE o.customer = c.customer AND (o.original_transaction_id < p.original_transaction_id
                    OR (o.original_transaction_id = p.original_transaction_id AND o.environment < p.environment)))
        ORDER BY p.original_transaction_id, n.name LIMIT :limit
        """

    func page(of product: String, _ query: CustomerQuery) throws -> [CustomerSummary] {
        let after = query.after?.split(separator: Self.separator, maxSplits: 1).map(String.init) ?? []
        return try StorageRow.fetchAll(
            database,
            sql: Self.statement,
            arguments: [
                "product": product, "purchase": after.first ?? "", "name": after.count == 2 ? after[1] : "",
                "prefix": query.prefix, "end": query.prefix + "\u{10FFFF}", "limit": query.limit,
            ]
        ).map { row in
            let customer = try CustomerID(stored: row.decode(atIndex: 0))
            return CustomerSummary(
                customer: customer,
                found: customer,
                createdDate: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
                position: try row.decode(String.self, atIndex: 2) + String(Self.separator) + customer.value
            )
        }
    }
}
