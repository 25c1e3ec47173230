import ServerLoad
import Testing

@testable import purser

@Suite("What a person reads of a load")
struct LoadTextTests {
    private func result() -> LoadResult {
        var part = LoadResult.Part()
        for value in 1...1_000 {
            part.response.record(Int64(value * 1_000))
            part.service.record(Int64(value * 10))
        }
        part.goodCount = 990
        part.unchangedCount = 400
        part.failures = ["503": 7, "timed-out": 3]
        var result = LoadResult()
        result.parts[.lookUp] = part
        result.seconds = 20
        return result
    }

    private func lines(_ result: LoadResult) -> [String] {
        LoadText(result: result).lines(on: Terminal(isStyled: false) { _ in })
    }

    @Test("Percentiles stand in milliseconds, with three digits")
    func table() {
        let lines = lines(result())
        #expect(lines[0] == "1000 answers in 20 s, 50 a second")
        #expect(lines[2].wholeMatch(of: /look-up +1000 +50[01] +500 +900 +990 +999 +1000 +1000/) != nil, "\(lines[2])")
        #expect(
            lines[4].wholeMatch(of: /all, from when sent +1000 +5(\.0[01]*)? +5 +9(\.01)? +9\.91? +9\.99 +10 +10/)
                != nil,
            "\(lines[4])"
        )
    }

    @Test("What makes the numbers doubtful is said below them")
    func remarks() {
        var result = result()
        #expect(
            lines(result).suffix(3) == [
                "400 look-ups had not changed (304)", "7 were not answered as they should be: 503",
                "3 were not answered as they should be: timed-out",
            ]
        )
        result.unsentCount = 5
        result.generatorDelay = 20_000
        result.repetitions = [.notification: 2, .upload: 0]
        let more = lines(result).suffix(3)
        #expect(more.map { $0.contains("5 were due and could not be sent") } == [true, false, false])
        #expect(more.map { $0.contains("late by up to 20 ms") } == [false, true, false])
        #expect(more.map { $0.contains("notification began again 2 times") } == [false, false, true])
    }

    @Test("It is good if all was sent and answered, and as fast as is wanted")
    func isGood() {
        var result = result()
        #expect(!result.isGood(mostP99: nil))
        result.parts[.lookUp]?.failures = [:]
        #expect(result.isGood(mostP99: nil))
        #expect(result.isGood(mostP99: 1_000))
        #expect(!result.isGood(mostP99: 980))
        result.unsentCount = 1
        #expect(!result.isGood(mostP99: nil))
        #expect(!LoadResult().isGood(mostP99: nil))
    }
}
