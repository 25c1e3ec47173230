import Testing

@testable import HTTPServing

@Suite("The room for long answers")
struct SendingRoomTests {
    private static let short = SendingRoom.short

    @Test("Long answers get room while there is some, and what is given back is there again")
    func room() {
        var room = SendingRoom(limit: 100_000)
        #expect(room.take(60_000) == .within(60_000))
        #expect(room.take(60_000) == nil)
        #expect(room.take(40_000) == .within(40_000))
        #expect(room.held == 100_000)
        #expect(room.refused == 1)
        room.giveBack(.within(60_000))
        #expect(room.take(60_000) == .within(60_000))
        #expect(room.refused == 1)
    }

    @Test("Short answers need none, also where there is none left")
    func shortAnswers() {
        var room = SendingRoom(limit: 40_000)
        #expect(room.take(40_000) == .within(40_000))
        #expect(room.take(Self.short) == .nothing)
        #expect(room.take(Self.short + 1) == nil)
        #expect(room.held == 40_000)
    }

    @Test("One that is longer than all of the room goes out besides, one at a time")
    func besides() {
        var room = SendingRoom(limit: 50_000)
        #expect(room.take(50_001) == .besides)
        #expect(room.take(50_001) == nil)
        #expect(room.take(50_000) == .within(50_000))
        room.giveBack(.besides)
        #expect(room.take(90_000) == .besides)
        #expect(room.held == 50_000)
    }

    @Test("What an answer is going to take is known from the last one to the same question")
    func expected() {
        var room = SendingRoom(limit: 100_000)
        #expect(room.expectedLength("/a") == 0)
        room.note(50_000, "/a")
        room.note(10, "/b")
        #expect(room.expectedLength("/a") == 50_000)
        #expect(room.expectedLength("/b") == 0)
        room.note(10, "/a")
        #expect(room.expectedLength("/a") == 0)
    }

    @Test("However many questions there are, few are remembered")
    func questions() {
        var room = SendingRoom(limit: 100_000)
        let many = (0...SendingRoom.maximumQuestions).map { "/\($0)" }
        for path in many { room.note(50_000, path) }
        #expect(many.filter { room.expectedLength($0) > 0 } == many.suffix(1))
    }
}
