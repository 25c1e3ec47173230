import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PurchaseFigures
import SimulatedShop
import Testing

@testable import PurchaseServer

/// A year of a simulated shop, as its simulator counts it: by going over what happened and adding up.
struct SimulatedYear {
    let shop: SimulatedShop
    /// The first day of each month, and of the month after the last.
    let months: [Int]

    static let bundleID = "com.example.app"

    init(seed: UInt64, customers: Int) throws {
        let end = try #require(Day("2026-01-01"))
        shop = SimulatedShop(seed: seed, customers: customers, until: end.start, bundleID: Self.bundleID)
        months =
            try (1...12).map { month in
                Int(try #require(Day("2025-\(month < 10 ? "0" : "")\(month)-01")).rawValue)
            } + [Int(end.rawValue)]
    }

    func month(_ number: Int) -> Range<Int> { months[number]..<months[number + 1] }

    /// What happened on some days.
    func all(_ kinds: SimulatedTally.Kind..., on days: Range<Int>) -> [SimulatedTally] {
        shop.tallies.filter { kinds.contains($0.kind) && days.contains($0.day) }
    }

    /// What happened until now to what began on some days.
    func all(_ kinds: SimulatedTally.Kind..., since days: Range<Int>) -> [SimulatedTally] {
        shop.tallies.filter { kinds.contains($0.kind) && days.contains($0.since) && $0.day < months[12] }
    }

    /// What happened before a day.
    func all(_ kinds: SimulatedTally.Kind..., before day: Int) -> [SimulatedTally] {
        shop.tallies.filter { kinds.contains($0.kind) && $0.day < day }
    }

    /// What all subscriptions were worth a month when a day began.
    func monthly(at day: Int) -> Decimal {
        all(.new, .reactivated, .expansion, .contraction, .churned, before: day).dollars
    }

    /// Who paid when a day began.
    func active(at day: Int) -> [SimulatedStretch] {
        shop.stretches.filter { $0.began < day && ($0.ended ?? .max) >= day }
    }
}

extension [SimulatedTally] {
    var dollars: Decimal { reduce(0) { $0 + $1.dollars } }
}

/// The figures of a server over such a year, asked for by HTTP as the console does.
struct AskedFigures {
    let client: any TestClientProtocol

    private struct Answer: Decodable {
        let series: FigureSeries
        let waitingCount: Int
    }

    /// Lines by their names, a value for each month.
    func lines(_ figure: String, split: String? = nil) async throws -> [String: [FigureValue]] {
        let series = try await series(figure, split)
        return Dictionary(
            uniqueKeysWithValues: series.lines.map { line in
                (line.segment ?? line.name, line.points.map(\.value))
            }
        )
    }

    /// Lines of cohorts by their first days, values by their steps; what has no end is step -1.
    func cohorts(_ figure: String) async throws -> [Int: [Int: FigureValue]] {
        let series = try await series(figure, nil)
        return Dictionary(
            uniqueKeysWithValues: try series.lines.map { line in
                let day = try #require(Day(line.name))
                return (Int(day.rawValue), Dictionary(line.points.map { ($0.step ?? -1, $0.value) }) { $1 })
            }
        )
    }

    private func series(_ figure: String, _ split: String?) async throws -> FigureSeries {
        let query = "from=2025-01-01&until=2026-01-01&by=month" + (split.map { "&split=\($0)" } ?? "")
        let answer = try await client.execute(uri: "/v1/figures/\(figure)?\(query)", method: .get) { response in
            try JSONDecoder().decode(Answer.self, from: Data(response.body.readableBytesView))
        }
        #expect(answer.waitingCount == 0)
        return answer.series
    }
}
