import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// Takes over customers and purchases from a list that another server wrote.
///
/// What every row led to is on disk before the next is begun, so an import that ended before its time, or met an App Store
/// that had no answer, is run again with the same file and goes on. The same file again asks nobody. Rows that cannot be
/// taken never stop the others. Nothing is told to webhooks: for their receivers nothing happens.
package struct PurchaseImport: Sendable {
    let storage: SQLiteStorage
    let question: ImportQuestion
    let settler: ImportSettler
    let now: @Sendable () -> Date

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
    /// How many questions are asked at once; the client keeps below the App Store's limits by itself.
    private static let atOnce = 8

    /// Opens the database; makes it where missing.
    ///
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work, or the database cannot be used.
    package init(_ configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        try configuration.check()
        var events = EventWriter(rules: configuration.entitlementRules) { RandomIdentifier.make("evt") }
        events.isSilent = true
        let storage = try SQLiteStorage(
            file: configuration.databaseFile,
            logger: configuration.logger,
            terms: configuration.claimTerms,
            events: events
        )
        self.storage = storage
        question = ImportQuestion(configuration)
        settler = ImportSettler(storage: storage, question: question, configuration: configuration)
        now = configuration.now
    }

    /// Takes the rows of a file over.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - onRefusal: Told of every row that is not taken, also by an earlier run, in the order of the file.
    ///   - onProgress: Told how far it is after each portion.
    /// - Returns: What came of it.
    /// - Throws: ``ImportError``; ``PurchaseServerError`` if nothing can be stored; `CancellationError`.
    package func run(
        _ source: ByteSource,
        _ options: Options,
        onRefusal: (Refused) throws -> Void = { _ in },
        onProgress: (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportProgress {
        var reader = try ImportRowReader(source, isJSON: options.isJSON, columns: options.columns)
        var progress = ImportProgress()
        while true {
            let rows = try Self.portion(of: &reader)
            guard !rows.isEmpty else { break }
            try Task.checkCancellation()
            let outcomes = try await settle(rows, options)
            for (row, (outcome, isKnown)) in zip(rows, outcomes) {
                progress.count(outcome, isKnown: isKnown)
                guard outcome.code != .imported else { continue }
                let identifier = (try? row.reading.get())?.identifier ?? row.refusal?.identifier
                try onRefusal(Refused(row: row.number, identifier: identifier, outcome: outcome))
            }
            progress.bytes = reader.bytesRead
            onProgress(progress)
        }
        if !options.isRehearsal { try await storage.giveLeftovers(at: now()) }
        return progress
    }

    private struct ReadRow: Sendable {
        let number: Int
        let reading: ImportRowReader.Reading

        var refusal: ImportRefusal? {
            if case .failure(let refusal) = reading { refusal } else { nil }
        }
    }

    private static func portion(of reader: inout ImportRowReader) throws(ImportError) -> [ReadRow] {
        var rows: [ReadRow] = []
        while rows.count < portion, let (number, reading) = try reader.next() {
            rows.append(ReadRow(number: number, reading: reading))
        }
        return rows
    }

    // MARK: One portion

    /// What came of each row, and whether that was known before.
    private func settle(_ rows: [ReadRow], _ options: Options) async throws -> [(ImportOutcome, Bool)] {
        let readable = rows.compactMap { try? $0.reading.get() }
        var settled: [Data: ImportOutcome] = [:]
        if !options.asksAgain { settled = try await storage.importOutcomes(of: readable.map(\.digest)) }
        let known = Set(settled.filter(\.value.isFinal).keys)
        var first: [Data: ImportRow] = [:]
        for row in readable where !known.contains(row.digest) && first[row.digest] == nil { first[row.digest] = row }
        if options.isRehearsal {
            for digest in first.keys { settled[digest] = ImportOutcome(.imported) }
        } else {
            let new = try await ask(first.values.sorted { $0.number < $1.number }, options.source)
            settled.merge(new) { $1 }
        }
        return rows.map { row in
            switch row.reading {
            case .failure(let refusal): return (ImportOutcome(refusal.code, refusal.detail), false)
            case .success(let row):
                let isKnown = known.contains(row.digest) || first[row.digest]?.number != row.number
                return (settled[row.digest] ?? ImportOutcome(.appStoreUnavailable), isKnown)
            }
        }
    }

    private func ask(_ rows: [ImportRow], _ source: String) async throws -> [Data: ImportOutcome] {
        try await withThrowingTaskGroup(of: (Data, ImportOutcome).self) { group in
            var outcomes: [Data: ImportOutcome] = [:]
            var rest = rows[...]
            for row in rest.prefix(Self.atOnce) { group.addTask { try await take(row, source) } }
            rest = rest.dropFirst(Self.atOnce)
            while let (digest, outcome) = try await group.next() {
                outcomes[digest] = outcome
                if let row = rest.popFirst() { group.addTask { try await take(row, source) } }
            }
            return outcomes
        }
    }

    private func take(_ row: ImportRow, _ source: String) async throws -> (Data, ImportOutcome) {
        let outcome: ImportOutcome
        do {
            try await settler.settle(row)
            outcome = ImportOutcome(.imported)
        } catch let refusal as ImportRefusal {
            outcome = ImportOutcome(refusal.code, refusal.detail)
        }
        try await storage.keep(outcome, of: row, from: source, at: now())
        return (row.digest, outcome)
    }
}

extension ImportProgress {
    fileprivate mutating func count(_ outcome: ImportOutcome, isKnown: Bool) {
        rows += 1
        if outcome.code == .imported {
            if isKnown { known += 1 } else { taken += 1 }
            return
        }
        codes[outcome.code, default: 0] += 1
        if outcome.isFinal { refused += 1 } else { waiting += 1 }
    }
}
