import Testing

@testable import LocalAppStore

@Suite("Values with numbers")
struct InternedTests {
    @Test("A value has one number for ever, and a number one value, however many there are")
    func numbers() {
        var names = Interned<String>()
        for number in 0..<5_000 { #expect(names.add("name-\(number)") == UInt32(number)) }
        for number in stride(from: 0, to: 5_000, by: 7) {
            #expect(names.add("name-\(number)") == UInt32(number))
            #expect(names.number(of: "name-\(number)") == UInt32(number))
            #expect(names[UInt32(number)] == "name-\(number)")
        }
        #expect(names.count == 5_000)
        #expect(names.values == (0..<5_000).map { "name-\($0)" })
        #expect(names.number(of: "name-5000") == nil)
    }

    @Test("What came last can be forgotten and come again in another order", arguments: [0, 1, 15, 16, 17, 999])
    func forgetting(kept: Int) {
        var names = Interned<String>()
        for number in 0..<1_000 { _ = names.add("name-\(number)") }
        let copy = names
        names.keepFirst(kept)
        #expect(names.count == kept)
        #expect(names.number(of: "name-\(kept)") == nil)
        if kept > 0 { #expect(names.number(of: "name-\(kept - 1)") == UInt32(kept - 1)) }
        #expect(names.add("name-999") == UInt32(kept))
        #expect(names.values == (0..<kept).map { "name-\($0)" } + ["name-999"])
        #expect(copy.count == 1_000)
        #expect(copy.number(of: "name-500") == 500)
    }

    @Test("A list has the positions as numbers; one in which a value is twice is none")
    func lists() throws {
        let names = try #require(Interned(["a", "b", "c"]))
        #expect(names.number(of: "c") == 2)
        #expect(Interned(["a", "b", "a"])?.count == nil)
    }
}
