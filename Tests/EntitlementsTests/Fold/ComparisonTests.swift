import Testing

@testable import Entitlements

@Suite("Comparing by one member after the other")
struct ComparisonTests {
    @Test("Members after the first that differs are not read")
    func lazy() {
        var read = 0
        func member(_ value: Int) -> Int {
            read += 1
            return value
        }
        #expect(Comparison(1, 2).then(member(9), member(1)).isAscending)
        #expect(!Comparison(2, 1).then(member(1), member(9)).then(member(1), member(9)).isAscending)
        #expect(read == 0)
        #expect(Comparison(1, 1).then(member(1), member(9)).isAscending)
        #expect(read == 2)
        #expect(!Comparison(1, 1).then(member(3), member(3)).isAscending)
    }
}
