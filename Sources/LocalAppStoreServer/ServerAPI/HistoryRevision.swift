import Foundation
import LocalAppStore

/// A place in a customer's history, as it is written for a caller: where the next page begins, or what came since begins.
///
/// The history is in the order of changes, whatever the clock says, so that a transaction that changes later comes again at
/// its end, and a caller who keeps the last revision misses nothing.
struct HistoryRevision: Hashable {
    /// Oldest or newest change first.
    enum Order: String {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    let place: ChangePlace

    /// Before everything.
    static let beginning = HistoryRevision(ChangePlace(changeNumber: 0, transactionNumber: .min))

    init(_ place: ChangePlace) { self.place = place }

    /// A place from its text, which holds for the filters only with which it was given out.
    ///
    /// - Throws: 4000005
    init(_ text: String, filters: String) throws(ServerAPIError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard
            parts.count == 3, let change = Int64(parts[0]), change >= 0, let transaction = Int64(parts[1]),
            parts[2] == Self.mark(filters)
        else { throw .invalidRevision }
        let written = ChangePlace(changeNumber: change, transactionNumber: transaction)
        place = change == 0 && transaction == 0 ? Self.beginning.place : written
    }

    func text(filters: String) -> String {
        // No change has the number 0, so that the beginning can be told from every place.
        self == .beginning
            ? "0.0.\(Self.mark(filters))" : "\(place.changeNumber).\(place.transactionNumber).\(Self.mark(filters))"
    }

    /// FNV-1a: short, and the same in every process.
    private static func mark(_ filters: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in filters.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}
