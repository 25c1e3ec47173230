import AppStoreModels
import Entitlements
import Foundation

/// The server's clock, and the App Store's at the same moment, as far as it is known.
struct ServerClock {
    /// The time by the server's clock.
    let now: Date
    let statement: Statement

    /// How what the App Store states came to the server.
    enum Statement {
        /// It answered right now, at a time by its clock if it names one.
        case answered(Date?)
        /// It was stated some time ago: a notification is sent for days until it is taken, and a device keeps what was signed
        /// for it. By the App Store's clock it is then or later.
        case earlier
    }

    /// Clocks that differ by less agree, in seconds.
    private static let tolerance: TimeInterval = 86_400

    /// Whether the App Store confirms the server's clock.
    private var isConfirmed: Bool {
        guard case .answered(let date?) = statement else { return false }
        return abs(date.timeIntervalSince(now)) < Self.tolerance
    }

    /// Whether the App Store has to be asked about a purchase because something is dated in the future, and what just came does
    /// not tell whose clock is wrong.
    func hasToAsk(about facts: PurchaseFacts) -> Bool {
        guard case .earlier = statement else { return false }
        let latest = now.addingTimeInterval(Self.tolerance)
        return facts.purchases.contains { $0.statedDate > latest } || facts.renewals.contains { $0.statedDate > latest }
    }

    /// Takes dates back that a clock which ran ahead has set, so that they do not come true one day.
    ///
    /// They are taken for wrong only if both clocks agree that they lie in the future: a server whose own clock is behind
    /// changes nothing. Such a statement is dated by when it was made before, or else by the last thing that it reports.
    func mendDates(of chains: [ChainKey], in database: StorageDatabase) throws {
        guard isConfirmed, !chains.isEmpty else { return }
        let latest = now.addingTimeInterval(Self.tolerance).millisecondsSince1970
        let mending = try database.cachedStatement(sql: database.isShared ? Self.sharedMending : Self.mending)
        for chain in chains {
            try mending.execute(arguments: [
                "environment": chain.environment.rawValue, "chain": chain.originalTransactionID, "latest": latest,
            ])
        }
    }

    private static let mending = mending(
        """
        CAST(min(:latest, max(
            coalesce(json_extract(CAST(content AS TEXT), '$.purchaseDate'), 0),
            coalesce(json_extract(CAST(content AS TEXT), '$.revocationDate'), 0)
        )) AS INTEGER)
        """
    )

    /// The same in PostgreSQL's words.
    private static let sharedMending = mending(
        """
        CAST(trunc(least(CAST(:latest AS NUMERIC), greatest(
            coalesce(CAST(convert_from(content, 'UTF8')::jsonb ->> 'purchaseDate' AS NUMERIC), 0),
            coalesce(CAST(convert_from(content, 'UTF8')::jsonb ->> 'revocationDate' AS NUMERIC), 0)
        ))) AS BIGINT)
        """
    )

    /// - Parameter reported: The last thing that a statement reports.
    private static func mending(_ reported: String) -> String {
        """
        UPDATE fact SET
            first_stated_ms = CASE WHEN first_stated_ms <= :latest THEN first_stated_ms ELSE \(reported) END,
            last_stated_ms = CASE WHEN first_stated_ms <= :latest THEN first_stated_ms ELSE \(reported) END
        WHERE environment = :environment AND original_transaction_id = :chain AND last_stated_ms > :latest
        """
    }
}

extension PurchaseFacts {
    /// When the App Store stated the last of it.
    var newestStatement: Date? { purchases.map(\.statedDate).max() }
}
