import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// Takes account tokens out of what is known about purchases of a person who was erased.
///
/// The App Store goes on repeating them; without this a notification would bring the person back.
struct ForgottenTokens {
    let database: StorageDatabase

    /// The facts, without the tokens of people who were erased.
    ///
    /// What was bought before the erasure has none, and neither has what renews ever after: the App Store repeats the token
    /// of the purchase in each renewal. Who buys anew is somebody anew, and renewals of that keep the token.
    func removed(from facts: PurchaseFacts) throws -> PurchaseFacts {
        guard facts.purchases.contains(where: { $0.appAccountToken != nil }) else { return facts }
        var erased = try erased(among: facts.chains)
        guard !erased.isEmpty else { return facts }
        for fact in facts.purchases where fact.isBought { erased[ChainKey(fact)]?.noteBought(fact) }
        let purchases = facts.purchases.map { fact in
            guard let chain = erased[ChainKey(fact)], !chain.mayHaveToken(fact) else { return fact }
            var fact = fact
            fact.appAccountToken = nil
            return fact
        }
        return PurchaseFacts(purchases: purchases, renewals: facts.renewals)
    }

    /// The notification without what it says of people who were erased. A token is signed with the rest, so all of the text
    /// goes with it, as at the erasure.
    func removed(from notification: ReceivedNotification) throws -> ReceivedNotification {
        let facts = try removed(from: notification.facts)
        guard facts != notification.facts else { return notification }
        var notification = notification
        notification.facts = facts
        notification.body = Data()
        return notification
    }

    /// Whether the token of somebody who was erased stands in signed renewal information, whose statement has none.
    func isForgotten(tokenIn jws: String, of chain: ChainKey) throws -> Bool {
        guard let erased = try erased(among: [chain])[chain] else { return false }
        let payload = (try? UnverifiedJWS(jws))?.json
        guard let token = payload?[string: "appAccountToken"].flatMap(UUID.init(uuidString:)) else { return false }
        return !erased.isKnown(token)
    }

    /// Those of some chains from which somebody was taken out.
    private func erased(among chains: Set<ChainKey>) throws -> [ChainKey: ErasedChain] {
        let asking = try database.cachedStatement(
            sql: "SELECT erased_ms FROM chain WHERE environment = ? AND original_transaction_id = ?"
        )
        var erased: [ChainKey: ErasedChain] = [:]
        for chain in chains {
            let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
            guard let date = try Int64.fetchOne(asking, arguments: key) else { continue }
            let known = try PurchaseDatabase.facts(of: chain, in: database)
            erased[chain] = ErasedChain(date: Date(millisecondsSince1970: date), known)
        }
        return erased
    }

    /// Takes the tokens out of everything that is stored about a purchase: the one exception to the rule that no
    /// statement is changed.
    ///
    /// - Parameter names: Only these; nil for any.
    func remove(from chain: ChainKey, naming names: Set<String>?, at date: Date) throws {
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        for row in try purchases(of: chain) { _ = try remove(from: row, naming: names) }
        // The token of somebody else who has it, too, has counted, and does not count once more.
        let isTheirs = names.map { "account_token IN (\(StorageArguments.places($0.count)))" } ?? "TRUE"
        try database.execute(
            sql: """
                UPDATE chain SET account_token = CASE WHEN \(isTheirs) THEN NULL ELSE account_token END, erased_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: StorageArguments(names ?? []) + [date.millisecondsSince1970] + key
        )
        // What the App Store signed has the token inside, so all of the text goes.
        try OriginalRows(database: database).remove(of: chain)
        try ForgottenEvents(database: database).removeForwarded(about: chain)
        try database.execute(
            sql: """
                UPDATE notification SET body = ? WHERE identifier IN (SELECT identifier FROM notification_chain
                    WHERE environment = ? AND original_transaction_id = ?)
                """,
            arguments: [Data()] + key
        )
    }

    /// Takes the tokens of a person out of what is stored about a purchase that the person once had and somebody else has now.
    /// What says nothing of the person stays as it is: it is about the other one.
    func remove(fromFormer chain: ChainKey, naming names: Set<String>) throws {
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        let dates = try purchases(of: chain).compactMap { try remove(from: $0, naming: names) }
        if let last = dates.max() {
            // What the other one bought after that keeps the other one's token.
            try database.execute(
                sql: """
                    UPDATE chain SET erased_ms = CASE WHEN erased_ms > ?1 THEN erased_ms ELSE ?1 END
                    WHERE environment = ?2 AND original_transaction_id = ?3
                    """,
                arguments: [last.millisecondsSince1970] + key
            )
        }
        let search = TokenSearch(names: names)
        try OriginalRows(database: database).remove(of: chain) { search.isIn(jws: $0) }
        try removeAnswers(about: chain, naming: search)
        let headers = SignedHeaderRows(database: database)
        let notifications = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT n.identifier, n.body FROM notification_chain c JOIN notification n ON n.identifier = c.identifier
                WHERE c.environment = ? AND c.original_transaction_id = ?
                """,
            arguments: key
        )
        for row in notifications {
            guard try search.isIn(body: headers.body(of: row.decode(atIndex: 1))) else { continue }
            let identifier = try row.decode(String.self, atIndex: 0)
            try ForgottenEvents(database: database).removeForwarded(about: chain, only: identifier)
            try database.execute(
                sql: "UPDATE notification SET body = ? WHERE identifier = ?",
                arguments: [Data(), identifier]
            )
        }
    }

    /// Takes out what the App Store was told of the person's use of a purchase. The request for the refund is about the
    /// purchase, and stays; one that still waits is answered by what is known of who has it now.
    private func removeAnswers(about chain: ChainKey, naming search: TokenSearch) throws {
        let answers = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT notification, answer FROM refund_request
                WHERE environment = ? AND original_transaction_id = ? AND answer IS NOT NULL
                """,
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        )
        for row in answers {
            guard try search.isIn(body: row.decode(Data.self, atIndex: 1)) else { continue }
            try database.execute(
                sql: "UPDATE refund_request SET answer = NULL WHERE notification = ?",
                arguments: [try row.decode(String.self, atIndex: 0)]
            )
        }
    }

    private func purchases(of chain: ChainKey) throws -> [StorageRow] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT kind, content, last_stated_ms, digest, id, first_stated_ms FROM fact
                WHERE environment = ? AND original_transaction_id = ? AND kind = 'purchase'
                """,
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        )
    }

    /// - Returns: When the purchase was made; nil if there was no such token.
    private func remove(from row: StorageRow, naming names: Set<String>?) throws -> Date? {
        var facts = PurchaseFacts()
        try FactReader().add(row, to: &facts)
        guard var fact = facts.purchases.first, let token = fact.appAccountToken,
            names?.contains(CustomerID(appAccountToken: token).value) ?? true
        else { return nil }
        try database.execute(sql: "DELETE FROM fact WHERE id = ?", arguments: [try row.decode(Int64.self, atIndex: 4)])
        fact.appAccountToken = nil
        for column in [2, 5] {
            fact.statedDate = Date(millisecondsSince1970: try row.decode(Int64.self, atIndex: column))
            try FactWriter().row(of: fact).save(in: database)
        }
        return fact.purchaseDate
    }
}
