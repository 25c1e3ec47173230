import NIOCore
import Testing

@testable import HTTPServing

@Suite("The body of an HTTP/2 request")
struct StreamBodyTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test("It has its time from the head on, and a second more for each 256 KB")
    func time() {
        var body = StreamBody(seconds: 2)
        #expect(body.end == nil)
        body.begin(isCounted: true, at: start)
        #expect(body.end == start + .seconds(2))
        body.arrived(512 * 1024)
        #expect(body.end == start + .seconds(4))
        body.finish()
        #expect(body.end == nil)
        #expect(!body.isOpen)
    }

    @Test("Its bytes count until they are taken back, once", arguments: [true, false])
    func bytes(isCounted: Bool) {
        var body = StreamBody(seconds: 2)
        body.begin(isCounted: isCounted, at: start)
        body.arrived(10)
        body.arrived(5)
        #expect(body.takeHeld() == (isCounted ? 15 : 0))
        #expect(body.takeHeld() == 0)
    }
}
