import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPServing

@Suite("How requests end that nobody waits for")
struct RequestEndTests {
    @Test("Errors of the connection are told from failures")
    func names() async {
        #expect(RequestEnd(ChannelError.eof)?.rawValue == "client-gone")
        #expect(RequestEnd(HTTPParserError.invalidEOFState)?.rawValue == "request-malformed")
        #expect(RequestEnd(CancellationError()) == nil)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return RequestEnd(CancellationError())?.rawValue
        }
        #expect(await cancelled.value == "cancelled")
        #expect(RequestEnd(CocoaError(.fileNoSuchFile)) == nil)
        #expect(RequestEnd(RequestRefusal.bodyCutOff) == nil)
    }
}
