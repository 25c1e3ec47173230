import Foundation
import Testing

@testable import PurchaseServer

@Suite("Which certificates are in the database")
struct KnownHeadersTests {
    private static let headers = (0..<300).map { SignedHeader(Data("header \($0)".utf8)) }

    @Test("What was noted is not missing")
    func noted() {
        let known = KnownHeaders()
        let (first, second) = (Self.headers[0], Self.headers[1])
        #expect(known.missing(of: [first, second]) == [first, second])
        known.note([first])
        #expect(known.missing(of: [first, second]) == [second])
    }

    @Test("After many notifications it is kept once more, so that a database that lost it has it again")
    func again() {
        let known = KnownHeaders()
        let header = Self.headers[0]
        known.note([header])
        for _ in 0..<KnownHeaders.maximumUses { #expect(known.missing(of: [header]).isEmpty) }
        #expect(known.missing(of: [header]) == [header])
        #expect(known.missing(of: [header]) == [header])
        known.note([header])
        #expect(known.missing(of: [header]).isEmpty)
    }

    @Test("Never more than a few are remembered; the others are looked for again")
    func limit() {
        let known = KnownHeaders()
        for header in Self.headers { known.note([header]) }
        let missing = known.missing(of: Self.headers)
        #expect(missing.count == KnownHeaders.maximumCount)
        #expect(!missing.contains(Self.headers[299]))
    }
}
