import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Places of questions to the App Store")
struct PollPlacesTests {
    private static let receipts = PollLane(.receipts, .production)

    /// Asks in a lane as long as that is allowed.
    ///
    /// - Returns: How many questions.
    private func fill(_ places: inout PollPlaces, _ lane: PollLane, from first: Int64) -> Int64 {
        var next = first
        while places.open.contains(lane) {
            places.take(.receipt(next), in: lane)
            next += 1
        }
        return next - first
    }

    @Test("However many lanes are silent, one place is left for each other, at once")
    func silence() {
        var places = PollPlaces(among: PollLane.allCases)
        var next: Int64 = 0
        for (lane, expected) in zip(PollLane.allCases, [5, 1, 1, 1] as [Int64]) {
            let count = fill(&places, lane, from: next)
            #expect(count == expected)
            next += count
        }
        #expect(places.underWay.count == PollPlaces.limit)
        #expect(places.open.isEmpty)
    }

    @Test("A place that comes free goes to the lane that has the fewest")
    func fairness() {
        var places = PollPlaces(among: PollLane.allCases)
        let sandbox = PollLane(.receipts, .sandbox)
        #expect(fill(&places, sandbox, from: 0) == 5)
        #expect(places.open.first != sandbox)
        #expect(fill(&places, Self.receipts, from: 100) == 1)
        places.giveBack(.receipt(0))
        #expect(places.open.filter { $0.kind == .receipts } == [Self.receipts, sandbox])
        places.take(.receipt(101), in: Self.receipts)
        #expect(fill(&places, sandbox, from: 200) == 0)
    }

    @Test("Where only one lane can be asked in, it has all places")
    func alone() {
        var places = PollPlaces(among: [Self.receipts])
        #expect(fill(&places, Self.receipts, from: 0) == Int64(PollPlaces.limit))
        places.giveBack(.receipt(3))
        places.giveBack(.receipt(3))
        #expect(fill(&places, Self.receipts, from: 100) == 1)
    }
}
