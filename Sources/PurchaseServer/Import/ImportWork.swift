import Foundation
import GRDB

/// What an import does with the rows that it has read: asks about them and keeps what they lead to, or only looks.
struct ImportWork: Sendable {
    private let way: Way

    private enum Way: Sendable {
        case taking(OpenedDatabase, ImportSettler, now: @Sendable () -> Date)
        /// What came of rows before.
        case looking(@Sendable ([Data]) async throws -> [Data: ImportOutcome])
    }

    /// How many questions are asked at once; the client keeps below the App Store's limits by itself.
    private static let atOnce = 8

    /// Opens the database; makes it where missing.
    ///
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work, or the database cannot be used.
    init(_ configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        let opened = try OpenedDatabase(configuration, isSilent: true)
        let configuration = configuration.completed(by: try opened.storage.storedSettingsAtStart())
        let settler = ImportSettler(
            storage: opened.storage.following(configuration),
            question: ImportQuestion(configuration, sharing: opened.storage.engine.turns),
            configuration: configuration
        )
        way = .taking(opened, settler, now: configuration.now)
    }

    /// Asks nobody, keeps nothing, and changes nothing, not even a database of an earlier version.
    ///
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work, or the database cannot be read.
    init(rehearsing configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        try configuration.check()
        if let shared = configuration.sharedDatabase {
            way = .looking(try Self.looking(into: shared))
            return
        }
        let file = configuration.databaseFile
        guard try file.isThere() else {
            // Without a database no row is known.
            way = .looking { _ in [:] }
            return
        }
        try DatabaseUpgrade(databaseFile: file).checkIsCurrent()
        let database = try PlainDatabase(file: file).open()
        way = .looking { digests in
            do {
                return try await database.read {
                    try PurchaseDatabase.importOutcomes(of: digests, in: StorageDatabase($0))
                }
            } catch {
                throw PurchaseServerError(error, file: file.lastPathComponent)
            }
        }
    }

    private static func looking(
        into shared: SharedDatabase
    ) throws(PurchaseServerError) -> @Sendable ([Data]) async throws -> [Data: ImportOutcome] {
        let upgrade = DatabaseUpgrade(.shared(shared))
        guard try !upgrade.plan().done.isEmpty else { return { _ in [:] } }
        try upgrade.checkIsCurrent()
        let engine = try shared.engine()
        return { digests in try await engine.read { try PurchaseDatabase.importOutcomes(of: digests, in: $0) } }
    }

    /// What came of rows before, by their digests.
    func outcomes(of digests: [Data]) async throws -> [Data: ImportOutcome] {
        switch way {
        case .taking(let opened, _, _): return try await opened.storage.importOutcomes(of: digests)
        case .looking(let known): return try await known(digests)
        }
    }

    /// Settles rows, each of which leads to a question of its own.
    ///
    /// - Throws: ``ImportError`` if the key of no app is any good; ``PurchaseServerError`` if nothing can be stored.
    func ask(_ rows: [(key: Data, value: ImportRow)], _ source: String) async throws -> [Data: ImportOutcome] {
        switch way {
        case .looking:
            return rows.reduce(into: [:]) { $0[$1.key] = ImportOutcome(takenWithout: $1.value.oddAttributes) }
        case .taking(let opened, let settler, let now):
            return try await take(rows.map(\.value), settler) { outcome, row in
                try await opened.storage.keep(outcome, of: row, from: source, at: now())
            }
        }
    }

    private enum Step: Sendable {
        case answered(Int, ImportAnswer)
        case kept(Int, ImportOutcome)
    }

    /// Asks about several rows at a time, and keeps them in their order.
    private func take(
        _ rows: [ImportRow],
        _ settler: ImportSettler,
        _ note: @escaping @Sendable (ImportOutcome, ImportRow) async throws -> Void
    ) async throws -> [Data: ImportOutcome] {
        try await withThrowingTaskGroup(of: Step.self) { group in
            var outcomes: [Data: ImportOutcome] = [:]
            var sequence = ImportSequence<ImportAnswer>()
            var rest = rows.indices[...]
            func ask() {
                guard let index = rest.popFirst() else { return }
                group.addTask { .answered(index, try await settler.answer(to: rows[index])) }
            }
            for _ in 0..<Self.atOnce { ask() }
            while let step = try await group.next() {
                switch step {
                case .answered(let index, let answer):
                    sequence.note(answer, to: index, about: answer.subjects(of: rows[index]))
                    ask()
                case .kept(let index, let outcome):
                    outcomes[rows[index].digest] = outcome
                    sequence.end(index)
                }
                while let (index, answer) = sequence.begin() {
                    group.addTask {
                        let outcome = try await settler.keep(answer, to: rows[index])
                        try await note(outcome, rows[index])
                        return .kept(index, outcome)
                    }
                }
            }
            return outcomes
        }
    }

    /// What is done when the file has come to its end.
    func finish() async throws {
        guard case .taking(let opened, _, let now) = way else { return }
        try await opened.storage.giveLeftovers(at: now())
        try await opened.storage.forgetImportRows(at: now())
    }
}
