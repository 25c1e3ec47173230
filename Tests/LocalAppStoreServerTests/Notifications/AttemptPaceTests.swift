import Testing

@testable import LocalAppStoreServer

@Suite("The pace of attempts")
struct AttemptPaceTests {
    @Test("The next attempt waits for the one before")
    func order() {
        var pace = AttemptPace()
        #expect(pace.mayBegin)
        pace.begin("1")
        #expect(!pace.mayBegin)
        pace.end("1")
        #expect(pace.mayBegin)
        #expect(pace.underWay == 0)
    }

    @Test("An attempt that still goes on at the second look may be overtaken")
    func slow() {
        var pace = AttemptPace()
        pace.begin("1")
        pace.look()
        #expect(!pace.mayBegin)
        pace.look()
        #expect(pace.mayBegin)
        pace.begin("2")
        pace.look()
        // That the slow one ends says nothing about the one that overtook it.
        pace.end("1")
        #expect(!pace.mayBegin)
        pace.look()
        #expect(pace.mayBegin)
        #expect(pace.underWay == 1)
    }

    @Test("At the limit nothing begins until something ends")
    func limit() {
        var pace = AttemptPace()
        for number in 1...AttemptPace.limit {
            #expect(pace.mayBegin)
            pace.begin(String(number))
            pace.look()
            pace.look()
        }
        #expect(!pace.mayBegin)
        pace.end("3")
        #expect(pace.mayBegin)
    }
}
