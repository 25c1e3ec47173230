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

    @Test func `What is no list is an error`() {
        #expect(throws: DecodingError.self) {
            try JournalCoding.value(Record.self, from: Data(#"{"dates":7,"id":1}"#.utf8))
        }
    }
}
