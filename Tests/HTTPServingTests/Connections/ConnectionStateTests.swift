import NIOCore
import Testing

@testable import HTTPServing

@Suite("Where a connection stands, and until when")
struct ConnectionStateTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private static func at(_ seconds: Double) -> NIODeadline { start + TimeAmount(seconds: seconds) }

    private static var fresh: ConnectionState { ConnectionState(limits: ServerLimits(), now: start) }

    /// A connection that has sent a head at second 1.
    private static var withHead: ConnectionState {
        var state = fresh
        state.bytesArrived(100, at: at(1))
        state.headArrived(at: at(1))
        return state
    }

    @Test("Without a request it is closed after the idle time, and each request starts that anew")
    func idle() {
        var state = Self.fresh
        #expect(state.phase == .idle)
        #expect(state.end == Self.at(60))
        #expect(state.overrun(at: Self.at(59.9)) == nil)
        #expect(state.overrun(at: Self.at(60)) == .close)
        state = Self.withHead
        state.endArrived(at: Self.at(2))
        state.answered(at: Self.at(50))
        #expect(state.phase == .idle)
        #expect(state.end == Self.at(110))
    }

    @Test("A head has ten seconds from its first byte on, however often a byte comes")
    func head() {
        var state = Self.fresh
        for second in 50...58 { state.bytesArrived(1, at: Self.at(Double(second))) }
        #expect(state.phase == .head)
        #expect(state.end == Self.at(60))
        #expect(state.overrun(at: Self.at(60)) == .lateHead)
    }

    @Test("More bytes than a head may have are too many, unless they became parts of a request")
    func longHead() {
        var state = Self.fresh
        state.bytesArrived(16 * 1024, at: Self.at(1))
        #expect(!state.hasLongHead)
        state.bytesArrived(1, at: Self.at(1))
        #expect(state.hasLongHead)
        state.headArrived(at: Self.at(1))
        #expect(!state.hasLongHead)
        state.bytesArrived(60_000, at: Self.at(1))
        let part = state.bodyArrived(60_000)
        #expect(part == .deliver)
        #expect(!state.hasLongHead)
    }

    @Test("A body has thirty seconds after its head, and one more for each 256 KB that came")
    func body() {
        var state = Self.withHead
        #expect(state.phase == .body)
        #expect(state.end == Self.at(31))
        let part = state.bodyArrived(512 * 1024)
        #expect(part == .deliver)
        #expect(state.end == Self.at(33))
        #expect(state.overrun(at: Self.at(32.9)) == nil)
        #expect(state.overrun(at: Self.at(33)) == .lateBody)
    }

    @Test("The server's own work has no end here")
    func answer() {
        var state = Self.withHead
        state.endArrived(at: Self.at(2))
        #expect(state.phase == .answer)
        #expect(state.end == nil)
        #expect(state.overrun(at: Self.at(10_000)) == nil)
    }

    @Test("What is sent after an early answer is dropped, for two seconds; if it ends, the connection goes on")
    func earlyAnswer() {
        var state = Self.withHead
        let part = state.bodyArrived(10)
        #expect(part == .deliver)
        state.answered(at: Self.at(3))
        let later = state.bodyArrived(1_000)
        #expect(later == .drop)
        #expect(state.end == Self.at(5))
        #expect(state.overrun(at: Self.at(5)) == .close)
        state.endArrived(at: Self.at(4))
        #expect(state.phase == .idle)
        #expect(state.end == Self.at(64))
    }

    @Test("The body of a request that came early has its time from the answer before on")
    func pipelining() {
        var state = Self.withHead
        state.endArrived(at: Self.at(1))
        state.bytesArrived(50, at: Self.at(2))
        state.headArrived(at: Self.at(2))
        #expect(state.phase == .answer)
        #expect(state.end == nil)
        state.answered(at: Self.at(100))
        #expect(state.phase == .body)
        #expect(state.end == Self.at(130))
        state.endArrived(at: Self.at(110))
        state.answered(at: Self.at(120))
        #expect(state.phase == .idle)
    }

    @Test("Once nothing is read any more, two seconds are left, and being told twice does not help")
    func linger() {
        var state = Self.withHead
        state.linger(from: Self.at(3))
        state.linger(from: Self.at(4))
        #expect(state.phase == .lingering)
        let part = state.bodyArrived(5)
        #expect(part == .drop)
        #expect(state.overrun(at: Self.at(4.9)) == nil)
        #expect(state.overrun(at: Self.at(5)) == .close)
    }

    @Test("Whatever it does, shutdown ends it after ten seconds", arguments: [0, 1, 2])
    func shutdown(step: Int) {
        var state = Self.fresh
        if step > 0 {
            state.bytesArrived(9, at: Self.at(1))
            state.headArrived(at: Self.at(1))
        }
        if step > 1 { state.endArrived(at: Self.at(1)) }
        state.shutDown(at: Self.at(2))
        state.shutDown(at: Self.at(9))
        #expect(state.end == Self.at(12))
        #expect(state.overrun(at: Self.at(11.9)) == nil)
        #expect(state.overrun(at: Self.at(12)) == .close)
    }
}
