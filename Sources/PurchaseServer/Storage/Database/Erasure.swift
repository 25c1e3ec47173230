import AppStoreModels
import Foundation

/// Takes a person out of everything that is stored; what the App Store stated about the purchases stays.
struct Erasure {
    let database: StorageDatabase
    let date: Date

    /// - Returns: false if nothing was known.
    func erase(_ customer: CustomerID, _ note: AuditNote) throws -> Bool {
        let names = CustomerNames(database: database)
        guard let found = try names.find(customer) else { return try removeUploads(of: [customer]) > 0 }
        let texts = [found.customer] + (try names.aliases(of: found.person)).map(\.alias)
        let numbers = try names.numbers(of: found.person)
        let chains = try chains(of: found.customer, named: texts)
        for chain in chains { try release(chain, of: found, named: texts) }
        for chain in try former(of: numbers).subtracting(chains) {
            try ForgottenTokens(database: database).remove(fromFormer: chain, naming: Set(texts.map(\.value)))
        }
        try removeUploads(of: texts)
        for name in texts { try PurchaseDatabase.emptyAnswers(naming: name, in: database) }
        try ForgottenEvents(database: database).remove(texts)
        for name in texts {
            try database.execute(sql: "DELETE FROM reconciliation WHERE customer = ?", arguments: [name.value])
        }
        for number in numbers {
            for statement in Self.forgetting { try database.execute(sql: statement, arguments: [number]) }
        }
        try AuditWriter(database: database).write(.erased, from: found.person, to: nil, note)
        return true
    }

    private static let forgetting = [
        "DELETE FROM level_grant WHERE customer = ?",
        "DELETE FROM customer_token WHERE customer = ?",
        "DELETE FROM ledger_entry WHERE customer = ?",
        "DELETE FROM told_balance WHERE customer = ?",
        "UPDATE credited SET customer = NULL WHERE customer = ?",
        "DELETE FROM customer_attribute WHERE customer = ?",
        "DELETE FROM customer_visit WHERE customer = ?",
        "DELETE FROM customer_offering WHERE customer = ?",
        "DELETE FROM customer_name WHERE number = ?",
    ]

    /// What the person has, and what was bought with a token of the person, whoever has it.
    private func chains(of customer: CustomerID, named names: [CustomerID]) throws -> Set<ChainKey> {
        let owned = try keys(
            "SELECT environment, original_transaction_id FROM customer_chain WHERE customer = ?",
            [customer.value]
        )
        return try names.reduce(into: owned) { chains, name in
            chains.formUnion(
                try keys("SELECT environment, original_transaction_id FROM chain WHERE account_token = ?", [name.value])
            )
        }
    }

    /// What was taken from the person, or had to be asked of the person: statements of that time may still hold a token.
    private func former(of numbers: [Int64]) throws -> Set<ChainKey> {
        try keys(
            """
            SELECT DISTINCT environment, original_transaction_id FROM audit
            WHERE original_transaction_id IS NOT NULL AND from_number IN (\(StorageArguments.places(numbers.count)))
            """,
            StorageArguments(numbers)
        )
    }

    private func keys(_ sql: String, _ arguments: StorageArguments) throws -> Set<ChainKey> {
        Set(
            try StorageRow.fetchAll(database, sql: sql, arguments: arguments).map { row in
                ChainKey(
                    environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                    originalTransactionID: try row.decode(atIndex: 1)
                )
            }
        )
    }

    private func release(_ chain: ChainKey, of person: CustomerNames.Found, named names: [CustomerID]) throws {
        let owners = ChainOwners(database: database, chain: chain)
        // What was credited to the person is credited to nobody else.
        if try owners.all().first?.person == person.person { try owners.credit(to: nil) }
        try owners.remove(person.customer)
        // Nothing is told of somebody's use who is to be forgotten.
        try database.execute(
            sql: "DELETE FROM refund_request WHERE environment = ? AND original_transaction_id = ?",
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        )
        let isNobodys = try owners.all().isEmpty
        try ForgottenTokens(database: database).remove(
            from: chain,
            naming: isNobodys ? nil : Set(names.map(\.value)),
            at: date
        )
        if isNobodys { try forgetReceipt(of: chain) }
    }

    /// Nobody needs to be told what becomes of the purchase until it turns up for somebody.
    private func forgetReceipt(of chain: ChainKey) throws {
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        let receipt = try Int64?.fetchOne(
            database,
            sql: "SELECT latest_receipt_id FROM chain WHERE environment = ? AND original_transaction_id = ?",
            arguments: key
        )
        try database.execute(
            sql: """
                UPDATE chain SET latest_receipt_id = NULL, next_check_ms = NULL, scheduled_ms = NULL
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: key
        )
        guard let receipt, let receipt else { return }
        try database.execute(
            sql: """
                DELETE FROM latest_receipt
                WHERE id = ? AND NOT EXISTS (SELECT 1 FROM chain WHERE latest_receipt_id = latest_receipt.id)
                """,
            arguments: [receipt]
        )
    }

    @discardableResult
    private func removeUploads(of names: [CustomerID]) throws -> Int {
        try names.reduce(0) { count, name in
            try database.execute(sql: "DELETE FROM upload WHERE customer = ?", arguments: [name.value])
            return try count + database.changesCount
        }
    }
}
