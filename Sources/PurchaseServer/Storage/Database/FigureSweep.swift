import Foundation
import PurchaseFigures

/// Books people with all that they have, from the first who is marked to the last.
///
/// Nearly all of the time goes into reading facts and finding out what follows from them, so several stretches are read at
/// once, each by a reader of its own, while what came out of others is written down.
struct FigureSweep: Sendable {
    let storage: PurchaseDatabase
    let rules: BookingRules

    /// How many people are read in one look.
    private static let stretch = 500
    /// How many purchases and customers are written in one transaction: many share a row.
    private static let portion = 4_000
    /// How many look at once: one for each processor, and one while others are being written. More would hold all readers.
    private static let width = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 3) + 1

    /// - Parameter progress: Called after each transaction with how many purchases and customers are booked.
    /// - Returns: How many were.
    func run(progress: @Sendable (Int) -> Void) async throws -> Int {
        try await withThrowingTaskGroup(of: [BookedSubject].self) { group in
            var place: String? = ""
            var (found, booked): ([BookedSubject], Int) = ([], 0)
            func begin() async throws {
                guard let after = place else { return }
                place = try await storage.duePeopleEnd(after: after, Self.stretch)
                guard let last = place else { return }
                group.addTask { @concurrent [storage, rules] in
                    try await storage.duePeople(after: after, through: last).flatMap { $0.booked(by: rules) }
                }
            }
            for _ in 0..<Self.width { try await begin() }
            while let next = try await group.next() {
                try await begin()
                found += next
                guard found.count >= Self.portion else { continue }
                booked += try await storage.book(found)
                found = []
                progress(booked)
            }
            booked += try await storage.book(found)
            progress(booked)
            return booked
        }
    }
}

/// What came out of a subject that is marked.
struct BookedSubject: Sendable {
    let subject: FigureSubject
    /// The mark that it had when it was read.
    let mark: Int64
    /// nil for what cannot be read: it stays as it was booked before.
    let contributions: [Contribution]?
}
