import Foundation
import PurchaseFigures

/// Books what is marked, and makes figures of the rows.
struct FigureKeeper: Sendable {
    let storage: any FigureStorage
    let rules: BookingRules

    /// How many purchases and customers are booked in one transaction: others who write wait for no more.
    private static let portion = 200
    /// The same where everything is booked, and rows are written once for many.
    private static let largePortion = 2_000

    /// Books all that is marked.
    func bookDue() async throws -> Int {
        try await storage.keepFigures(by: rules)
        return try await book(by: Self.portion) { _ in }
    }

    func rebuild(progress: @Sendable (Int) -> Void) async throws -> Int {
        try await storage.keepFigures(by: rules)
        try await storage.rebuildFigures()
        return try await book(by: Self.largePortion, progress)
    }

    private func book(by portion: Int, _ progress: @Sendable (Int) -> Void) async throws -> Int {
        var booked = 0
        while true {
            try Task.checkCancellation()
            let count = try await storage.bookFigures(atMost: portion, by: rules)
            guard count > 0 else { return booked }
            booked += count
            if portion == Self.largePortion { progress(try await storage.waitingFigureCount()) }
        }
    }

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
