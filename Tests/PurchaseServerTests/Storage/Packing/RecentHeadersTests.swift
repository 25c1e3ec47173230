import Foundation
import Testing

@testable import PurchaseServer

@Suite("Headers of what came lately")
struct RecentHeadersTests {
    private static let texts = (0..<40).map { Array("header \($0)".utf8) }

    @Test("One has its text and its digest, whether it was met before or not")
    func header() {
        let recent = RecentHeaders()
        let expected = SignedHeader(Data(Self.texts[0]))
        for _ in 0..<2 {
            let found = recent.header(Self.texts[0][...])
            #expect(found == expected)
            #expect(found.digest == expected.digest)
        }
        #expect(recent.count == 1)
        // Part of another text, as it stands in a body.
        let body = Array("before.".utf8) + Self.texts[0] + Array(".after".utf8)
        #expect(recent.header(body[7..<(7 + Self.texts[0].count)]) == expected)
        #expect(recent.count == 1)
    }

    @Test("One of another length, or with another octet, is another one")
    func others() {
        let recent = RecentHeaders()
        _ = recent.header(Self.texts[1][...])
        let others: [ArraySlice<UInt8>] = [Self.texts[1].dropLast(), Self.texts[1] + [0], Self.texts[2][...], []]
        for text in others {
            #expect(recent.header(text) == SignedHeader(Data(text)))
        }
    }

    @Test("Never more than a few are remembered, and none that is very long")
    func limit() {
        let recent = RecentHeaders()
        for text in Self.texts { #expect(recent.header(text[...]).text == Data(text)) }
        #expect(recent.count == RecentHeaders.maximumCount)
        let long = [UInt8](repeating: 0x41, count: RecentHeaders.maximumLength + 1)
        let other = RecentHeaders()
        #expect(other.header(long[...]) == SignedHeader(Data(long)))
        #expect(other.count == 0)
        _ = other.header(long.dropLast())
        #expect(other.count == 1)
    }
}
