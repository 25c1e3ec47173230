import Testing

@testable import PurchaseServer

@Suite("Short texts, compared as numbers")
struct ShortTextTests {
    @Test("They are in the order of the texts, whatever their lengths are")
    func order() throws {
        let texts = [
            "", "1", "10", "1000000123456789", "100000012345678", "2", "200000090000000", "2000000900000001",
            "2000000900000002", "Production", "Sandbox", "Xcode", "a", "abcdefgh", "abcdefghi", "abcdefgi", "~",
        ]
        for one in texts {
            for other in texts {
                let (first, second) = try (#require(ShortText(one)), #require(ShortText(other)))
                #expect((first < second) == (one < other), "\(one) and \(other)")
                #expect((first == second) == (one == other), "\(one) and \(other)")
            }
        }
    }

    @Test(
        "What does not fit, or could be taken for another text, is none",
        arguments: ["20000009000000011", "größer", "é", "a\u{0}", "\u{0}", "😀"]
    )
    func refused(text: String) {
        #expect(ShortText(text) == nil)
    }
}
