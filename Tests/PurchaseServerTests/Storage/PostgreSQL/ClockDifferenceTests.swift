import Foundation
import Testing

@testable import PurchaseServer

@Suite("How far a clock is from that of the database")
struct ClockDifferenceTests {
    private static func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    @Test("It is taken in the middle between question and answer, and may be wrong by half of the wait")
    func middle() {
        let none = ClockDifference(asked: Self.date(0), database: Self.date(0.25), answered: Self.date(0.5))
        #expect(none.seconds == 0 && none.uncertainty == 0.25 && !none.isTooLarge)
        let behind = ClockDifference(asked: Self.date(0), database: Self.date(65), answered: Self.date(2))
        #expect(behind.seconds == -64 && behind.uncertainty == 1 && behind.isTooLarge)
        #expect("\(behind) it" == "64 seconds behind it")
        // A clock that was set back meanwhile.
        #expect(ClockDifference(asked: Self.date(2), database: Self.date(0), answered: Self.date(0)).uncertainty == 0)
    }

    @Test(
        "It is too large when it is so for certain",
        arguments: [(30.0, 0.0, false), (30.5, 0, true), (-30.5, 0, true), (35, 20, false), (41, 20, true)]
    )
    func tolerance(ahead: Double, wait: Double, isTooLarge: Bool) {
        let asked = Self.date(ahead - wait / 2)
        let difference = ClockDifference(asked: asked, database: Self.date(0), answered: asked + wait)
        #expect(difference.seconds == ahead && difference.isTooLarge == isTooLarge)
    }

    @Test("It is told in whole seconds", arguments: [(1.0, "1 second ahead of"), (-90.4, "90 seconds behind")])
    func words(ahead: Double, text: String) {
        let moment = Self.date(ahead)
        #expect(ClockDifference(asked: moment, database: Self.date(0), answered: moment).description == text)
    }
}
