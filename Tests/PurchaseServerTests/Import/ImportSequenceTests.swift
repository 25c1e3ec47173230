import AppStoreModels
import Testing

@testable import PurchaseServer

@Suite("In which order rows of a list are kept")
struct ImportSequenceTests {
    private static let flora = ImportSubject.customer("flora")
    private static let rose = ImportSubject.customer("rose")
    private static let posy = ImportSubject.purchase(
        ChainKey(environment: .production, originalTransactionID: "1")
    )

    @Test("A row waits for those before it to be answered, and for what it shares with them to be kept")
    func order() {
        var sequence = ImportSequence<String>()
        sequence.note("second", to: 1, about: [Self.rose, Self.posy])
        #expect(sequence.begin()?.index == nil, "the first has no answer yet")
        sequence.note("first", to: 0, about: [Self.flora, Self.posy])
        #expect(sequence.begin()?.answer == "first")
        #expect(sequence.begin()?.index == nil, "both are about one purchase")
        sequence.end(0)
        let second = sequence.begin()
        #expect(second?.index == 1)
        #expect(second?.answer == "second")
        sequence.end(1)
        #expect(sequence.begin()?.index == nil)
    }

    @Test("Rows that share nothing are kept side by side")
    func together() {
        var sequence = ImportSequence<Int>()
        sequence.note(0, to: 0, about: [Self.flora])
        sequence.note(1, to: 1, about: [Self.rose])
        sequence.note(2, to: 2, about: [Self.flora])
        sequence.note(3, to: 3, about: [Self.posy])
        #expect([sequence.begin()?.index, sequence.begin()?.index] == [0, 1])
        // Nobody overtakes, so that the sequence is the list's.
        #expect(sequence.begin()?.index == nil)
        sequence.end(1)
        #expect(sequence.begin()?.index == nil)
        sequence.end(0)
        #expect([sequence.begin()?.index, sequence.begin()?.index] == [2, 3])
    }
}
