import Foundation
import LocalAppStore

/// A place in a customer's history: where the next page begins, or what came since begins.
///
/// The history is in the order of modification, so that a transaction that is refunded later comes again at its end, and a
/// caller who keeps the last revision misses nothing.
struct HistoryRevision: Hashable, Comparable {
    /// Oldest or newest modification first.
    enum Order: String {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    private let milliseconds: Int64
    private let transactionNumber: UInt64

    static let beginning = HistoryRevision(milliseconds: 0, transactionNumber: 0)

    /// The place of a transaction: when it was made or refunded, whichever is later.
    init(_ transaction: StoreTransaction) {
        let date = max(transaction.purchaseDate, transaction.revocationDate ?? transaction.purchaseDate)
        self.init(
            milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()),
            transactionNumber: UInt64(transaction.transactionID) ?? 0
        )
    }

    private init(milliseconds: Int64, transactionNumber: UInt64) {
        self.milliseconds = milliseconds
        self.transactionNumber = transactionNumber
    }

    /// A place from its text, which holds for the filters only with which it was given out.
    ///
    /// - Throws: 4000005
    init(_ text: String, filters: String) throws(ServerAPIError) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard
            parts.count == 3, let milliseconds = Int64(parts[0]), let number = UInt64(parts[1]),
            parts[2] == Self.mark(filters)
        else { throw .invalidRevision }
        self.init(milliseconds: milliseconds, transactionNumber: number)
    }

    func text(filters: String) -> String { "\(milliseconds)_\(transactionNumber)_\(Self.mark(filters))" }

    static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.transactionNumber) < (right.milliseconds, right.transactionNumber)
    }

    /// FNV-1a: short, and the same in every process.
    private static func mark(_ filters: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in filters.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}

/// One page of a history.
struct HistoryPage {
    let transactions: [StoreTransaction]
    let hasMore: Bool
    /// The place of the last transaction; nil for an empty page.
    let end: HistoryRevision?

    init(_ all: [StoreTransaction], order: HistoryRevision.Order, after start: HistoryRevision?, size: Int) {
        let placed = all.map { (place: HistoryRevision($0), transaction: $0) }
            .filter { candidate in
                guard let start else { return true }
                return order == .ascending ? candidate.place > start : candidate.place < start
            }
            .sorted { order == .ascending ? $0.place < $1.place : $0.place > $1.place }
        transactions = placed.prefix(size).map(\.transaction)
        hasMore = placed.count > size
        end = placed.prefix(size).last?.place
    }
}
