import Foundation
import PurchaseFigures

/// Books what is marked, and makes figures of the rows.
struct FigureKeeper: Sendable {
    let storage: any FigureStorage
    let rules: BookingRules

    /// How many purchases and customers are booked in one transaction: others who write wait for no more.
    private static let portion = 200
    /// The same where everything is booked, and rows are written once for many; for what people have see ``FigureSweep``.
    private static let largePortion = 2_000
    /// How many of those that wait are counted for whoever asks for figures: this many, and one more, are "more".
    private static let mostCounted = 10_000

    /// Books all that is marked.
    func bookDue() async throws -> Int {
        try await storage.keepFigures(by: rules)
        return try await book(by: Self.portion) { _ in }
    }

    func rebuild(progress: @Sendable (Int) -> Void) async throws -> Int {
        try await storage.keepFigures(by: rules)
        try await storage.rebuildFigures()
        // Counted once: chains are nearly all of what is marked, and counting takes as long as booking many of them.
        let marked = try await storage.waitingFigureCount(upTo: .max)
        let ofPeople = try await storage.bookPeople(by: rules) { booked in progress(max(0, marked - booked)) }
        let rest = try await book(by: Self.largePortion) { booked in progress(max(0, marked - ofPeople - booked)) }
        return ofPeople + rest
    }

    private func book(by portion: Int, _ progress: @Sendable (_ booked: Int) -> Void) async throws -> Int {
        var booked = 0
        while true {
            try Task.checkCancellation()
            let count = try await storage.bookFigures(atMost: portion, by: rules)
            guard count > 0 else { return booked }
            booked += count
            progress(booked)
        }
    }

    /// How many purchases and customers are not in the figures yet; 10,001 for more than ten thousand.
    func waitingCount() async throws -> Int { try await storage.waitingFigureCount(upTo: Self.mostCounted + 1) }

    /// A figure for each request, of one moment.
    func series(_ figure: any PurchaseFigure.Type, _ requests: [FigureRequest]) async throws -> [FigureSeries] {
        let queries = requests.map(figure.allQueries)
        var answers = try await storage.sums(queries.flatMap(\.self))[...]
        return zip(requests, queries).map { request, queries in
            let own = Array(answers.prefix(queries.count))
            answers = answers.dropFirst(queries.count)
            return FigureSeries(figure, answers: own, request: request, rules: rules.rules)
        }
    }
}

extension FigureKeeper {
    /// - Returns: nil where no figures are kept.
    init?(_ configuration: PurchaseServerConfiguration, _ storage: any FigureStorage) {
        guard let rules = configuration.figures else { return nil }
        self.init(storage: storage, rules: BookingRules(rules: rules, app: Self.app(in: configuration)))
    }

    /// The app of purchases that name none; empty where several are served.
    static func app(in configuration: PurchaseServerConfiguration) -> String {
        (configuration.apps.count == 1 ? configuration.apps[0].bundleIDs.first : nil) ?? ""
    }
}
