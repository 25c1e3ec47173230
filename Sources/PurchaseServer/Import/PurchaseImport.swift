import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// Takes over customers and purchases from a list that another server wrote.
///
/// What every row led to is on disk before the next is begun, so an import that ended before its time, or met an App Store
/// that had no answer, is run again with the same file and goes on. The same file again asks about nothing that was taken. Rows
/// that cannot be taken never stop the others. Nothing is told to webhooks: for their receivers nothing happens.
package struct PurchaseImport: Sendable {
    let configuration: PurchaseServerConfiguration

    /// How a file is read.
    package struct Options: Sendable {
        /// Names the file in the database.
        package var source: String
        /// Whether it holds JSON objects; if not, comma-separated values under a header.
        package var isJSON: Bool
        /// What the columns mean; nil to find out.
        package var columns: ImportColumns?
        /// Whether nobody is asked and nothing is kept.
        package var isRehearsal = false
        /// Whether rows that were settled before are asked about again.
        package var asksAgain = false

        /// Options.
        package init(source: String, isJSON: Bool, columns: ImportColumns? = nil) {
            self.source = source
            self.isJSON = isJSON
            self.columns = columns
        }
    }

    /// A row that was not taken.
    package struct Refused: Sendable {
        /// Its number; the first after the header is 1.
        package let row: Int
        /// What stands in it for people to find it.
        package let identifier: String?
        /// Why.
        package let outcome: ImportOutcome
    }

    /// How many rows are read before they are settled.
    private static let portion = 200
    /// How many bytes of receipts and signed transactions there are at most among them, but for the last.
    static let portionWeight = 16 * 1024 * 1024

    /// - Parameter configuration: The settings of the server, which may run meanwhile.
    package init(_ configuration: PurchaseServerConfiguration) { self.configuration = configuration }

    /// Takes the rows of a file over. Makes the database where missing, but not for a rehearsal.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - onRefusal: Told of every row that is not taken, or not with all that it says, also by an earlier run, in the order
    ///     of the file.
    ///   - onProgress: Told how far it is after each portion.
    /// - Returns: What came of it.
    /// - Throws: ``ImportError``; ``PurchaseServerError`` if the configuration cannot work, a server with other settings runs,
    ///   or nothing can be stored; `CancellationError`.
    package func run(
        _ source: ByteSource,
        _ options: Options,
        onRefusal: (Refused) throws -> Void = { _ in },
        onProgress: (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportProgress {
        let work = try options.isRehearsal ? ImportWork(rehearsing: configuration) : ImportWork(configuration)
        var reader = try ImportRowReader(source, isJSON: options.isJSON, columns: options.columns)
        var progress = ImportProgress()
        while true {
            let rows = try Self.portion(of: &reader)
            guard !rows.isEmpty else { break }
            try Task.checkCancellation()
            let outcomes = try await settle(rows, options, work)
            for (row, (outcome, isKnown)) in zip(rows, outcomes) {
                progress.count(outcome, isKnown: isKnown)
                guard outcome.code != .imported else { continue }
                let identifier = (try? row.reading.get())?.identifier ?? row.refusal?.identifier
                try onRefusal(Refused(row: row.number, identifier: identifier, outcome: outcome))
            }
            progress.bytes = reader.bytesRead
            onProgress(progress)
        }
        try await work.finish()
        return progress
    }

    struct ReadRow: Sendable {
        let number: Int
        let reading: ImportRowReader.Reading

        var refusal: ImportRefusal? {
            if case .failure(let refusal) = reading { refusal } else { nil }
        }
    }

    /// - Parameter limit: How many bytes may wait with the rows before another one is read.
    static func portion(
        of reader: inout ImportRowReader,
        upTo limit: Int = portionWeight
    ) throws(ImportError) -> [ReadRow] {
        var rows: [ReadRow] = []
        var weight = 0
        while rows.count < portion, weight < limit, let (number, reading) = try reader.next() {
            rows.append(ReadRow(number: number, reading: reading))
            weight += (try? reading.get())?.weight ?? 0
        }
        return rows
    }

    // MARK: One portion

    /// What came of each row, and whether that was known before.
    private func settle(
        _ rows: [ReadRow],
        _ options: Options,
        _ work: ImportWork
    ) async throws -> [(ImportOutcome, Bool)] {
        let readable = rows.compactMap { try? $0.reading.get() }.map { (row: $0, digest: $0.digest) }
        var settled: [Data: ImportOutcome] = [:]
        if !options.asksAgain { settled = try await work.outcomes(of: readable.map(\.digest)) }
        let known = Set(settled.filter { !$0.value.isAskedAgain }.keys)
        var first: [Data: ImportRow] = [:]
        for (row, digest) in readable where !known.contains(digest) && first[digest] == nil { first[digest] = row }
        let new = try await work.ask(first.sorted { $0.value.number < $1.value.number }, options.source)
        settled.merge(new) { $1 }
        var digests = readable.map(\.digest)[...]
        return rows.map { row in
            switch row.reading {
            case .failure(let refusal): return (ImportOutcome(refusal.code, refusal.detail), false)
            case .success(let row):
                let digest = digests.removeFirst()
                let isKnown = known.contains(digest) || first[digest]?.number != row.number
                return (settled[digest] ?? ImportOutcome(.appStoreUnavailable), isKnown)
            }
        }
    }
}

extension ImportProgress {
    fileprivate mutating func count(_ outcome: ImportOutcome, isKnown: Bool) {
        rows += 1
        if outcome.code != .imported { codes[outcome.code, default: 0] += 1 }
        switch outcome {
        case _ where outcome.isTaken && isKnown: known += 1
        case _ where outcome.isTaken: taken += 1
        case _ where outcome.isWaiting: waiting += 1
        default: refused += 1
        }
    }
}
