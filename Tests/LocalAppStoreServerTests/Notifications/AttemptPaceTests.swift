import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("The pace of attempts")
struct AttemptPaceTests {
    private let here = URL(fileURLWithPath: "/here")
    private let there = URL(fileURLWithPath: "/there")

    /// As many slow attempts at a receiver as it may have.
    private func fill(_ pace: inout AttemptPace, at address: URL) {
        for number in 1...AttemptPace.limit {
            #expect(pace.mayBegin(at: address))
            pace.begin("\(address.path) \(number)", at: address)
            pace.look()
            pace.look()
        }
    }

    @Test("The next attempt waits for the one before")
    func order() {
        var pace = AttemptPace()
        #expect(pace.mayBegin(at: here))
        pace.begin("1", at: here)
        #expect(!pace.mayBegin(at: here))
        pace.end("1", at: here)
        #expect(pace.mayBegin(at: here))
        #expect(pace.underWay == 0)
    }

    @Test("An attempt that still goes on at the second look may be overtaken")
    func slow() {
        var pace = AttemptPace()
        pace.begin("1", at: here)
        pace.look()
        #expect(!pace.mayBegin(at: here))
        pace.look()
        #expect(pace.mayBegin(at: here))
        pace.begin("2", at: here)
        pace.look()
        // That the slow one ends says nothing about the one that overtook it.
        pace.end("1", at: here)
        #expect(!pace.mayBegin(at: here))
        pace.look()
        #expect(pace.mayBegin(at: here))
        #expect(pace.underWay == 1)
    }

    @Test("At the limit nothing begins until something ends")
    func limit() {
        var pace = AttemptPace()
        fill(&pace, at: here)
        #expect(!pace.mayBegin(at: here))
        pace.end("/here 3", at: here)
        #expect(pace.mayBegin(at: here))
    }

    @Test("One receiver is not waited for at another, however many of its attempts are under way")
    func receivers() {
        var pace = AttemptPace()
        fill(&pace, at: here)
        #expect(pace.mayBegin(at: there))
        pace.begin("1", at: there)
        #expect(!pace.mayBegin(at: there))
        #expect(pace.underWay == AttemptPace.limit + 1)
        pace.end("1", at: there)
        #expect(pace.mayBegin(at: there))
        #expect(!pace.mayBegin(at: here))
    }

    @Test("All receivers together have a limit, too")
    func limitOfAll() {
        var pace = AttemptPace()
        fill(&pace, at: here)
        fill(&pace, at: there)
        #expect(pace.underWay == AttemptPace.limitOfAll)
        let elsewhere = URL(fileURLWithPath: "/elsewhere")
        #expect(!pace.mayBegin(at: elsewhere))
        pace.end("/there 1", at: there)
        #expect(pace.mayBegin(at: elsewhere))
    }
}
