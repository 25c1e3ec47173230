import Testing

@testable import PurchaseServer

@Suite("How many answers of repeated requests may be kept")
struct AnswerRoomTests {
    @Test("They are counted once for all that there is room for, and again where there may be none")
    func counts() {
        let room = AnswerRoom()
        var (kept, counts) = (7, 0)
        func take(_ caller: String = "a") -> Bool {
            room.take(for: caller, of: 10) {
                counts += 1
                return kept
            }
        }
        #expect((0..<3).allSatisfy { _ in take() })
        #expect(counts == 1)
        kept = 10
        #expect(!take())
        #expect(!take())
        #expect(counts == 3)
        // A day later some are gone.
        kept = 9
        #expect(take())
        kept = 0
        #expect(take("b"))
        #expect(counts == 5)
    }
}
