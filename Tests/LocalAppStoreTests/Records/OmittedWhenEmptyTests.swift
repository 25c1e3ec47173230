import Foundation
import Testing

@testable import LocalAppStore

@Suite("Collections of which nothing is written while they are empty")
struct OmittedWhenEmptyTests {
    private struct Record: Codable, Hashable {
        @OmittedWhenEmpty var dates: [Int] = []
        @OmittedWhenEmpty var names: Set<String> = []
        var id = 1
    }

    private func text(_ record: Record) throws -> String {
        String(decoding: try JournalCoding.data(record), as: UTF8.self)
    }

    @Test func `Nothing is written of an empty one, and nothing is read as one`() throws {
        #expect(try text(Record()) == #"{"id":1}"#)
        #expect(try JournalCoding.value(Record.self, from: Data(#"{"id":1}"#.utf8)) == Record())
    }

    @Test func `One with members is written as it would be anywhere, and read again`() throws {
        let record = Record(dates: [3, 1], names: ["rose"])
        #expect(try text(record) == #"{"dates":[3,1],"id":1,"names":["rose"]}"#)
        #expect(try JournalCoding.value(Record.self, from: Data(try text(record).utf8)) == record)
    }

    @Test func `A set is written in the same order by every process, whatever order it has in this one`() throws {
        let names = ["rose", "iris", "tulip", "aster", "lily", "poppy", "daisy"]
        var roomy = Set<String>(minimumCapacity: 1_000)
        for name in names.reversed() { roomy.insert(name) }
        for set in [Set(names), roomy] {
            let written = #"{"id":1,"names":["aster","daisy","iris","lily","poppy","rose","tulip"]}"#
            #expect(try text(Record(names: set)) == written)
        }
    }

    @Test func `So are the sets of settings, faults and accounts`() throws {
        let names = ["rose", "iris", "tulip", "aster", "lily"]
        let sorted = #"["aster","iris","lily","rose","tulip"]"#
        var engine = try Shop.engine()
        var settings = engine.settings
        settings.withdrawnProductIDs = Set(names)
        try engine.setSettings(settings)
        for name in names { try engine.createAccount(id: name) }
        for name in names {
            try engine.setFault(StoreFault(.accountSwitch, parameters: StoreFault.Parameters(otherAccountID: name)))
        }
        let written = String(decoding: try JournalCoding.data(engine.takeEvents()), as: UTF8.self)
        #expect(written.contains(#""withdrawnProductIDs":\#(sorted)"#))
        #expect(written.contains(#""visitedAccounts":\#(sorted)"#))
    }

    @Test func `What is no list is an error`() {
        #expect(throws: DecodingError.self) {
            try JournalCoding.value(Record.self, from: Data(#"{"dates":7,"id":1}"#.utf8))
        }
    }
}
