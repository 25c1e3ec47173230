import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Reading events in the order in which they are written")
struct JournalEventParserTests {
    private func events(_ seed: UInt64, commands: Int = 300) throws -> [StoreEvent] {
        var engine = try OfferShop.engine(seed: seed)
        var purchases = RandomPurchases(seed: seed)
        var events: [StoreEvent] = []
        for _ in 0..<commands {
            if let new = try? engine.handle(purchases.command(for: engine)) { events += new }
        }
        return events
    }

    @Test("What is read is what the reader that knows all of JSON reads", arguments: 1...10)
    func same(_ seed: UInt64) throws {
        let events = try events(seed)
        var parser = JournalEventParser()
        for event in events {
            let read = try parser.events(try JournalCoding.data([event]))
            #expect(read == [event], "seed \(seed): \(event.name)")
        }
        let all = try parser.events(try JournalCoding.data(events))
        #expect(all == events)
        let none = try parser.events(Data("[]".utf8))
        #expect(none.isEmpty)
    }

    @Test("Events of purchases are read without that reader, whatever members they have")
    func plain() throws {
        let members: Set = [
            "account", "accountID", "attempt", "date", "identifierCount", "name", "notification", "sequence",
            "subscription", "transactions",
        ]
        var names: Set<StoreEvent.Name> = []
        var parser = JournalEventParser()
        for event in try (1...5).flatMap({ try events($0) }) {
            let data = try JournalCoding.data(event)
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            guard members.isSuperset(of: object.keys) else { continue }
            let read = data.withUnsafeBytes { bytes in
                var scanner = JournalScanner(bytes)
                return try? parser.plainEvent(&scanner)
            }
            #expect(read == event, "\(event.name)")
            names.insert(event.name)
        }
        let usual: Set<StoreEvent.Name> = [.purchased, .renewed, .finished, .refunded, .expired, .accountCreated]
        #expect(names.isSuperset(of: usual), "\(usual.subtracting(names))")
    }

    @Test("What was written in another way is read as it stands there")
    func unusual() throws {
        let all = try events(3)
        let event = try #require(all.first { $0.name == .renewed })
        let line = String(decoding: try JournalCoding.data([event]), as: UTF8.self)
        var parser = JournalEventParser()
        for other in [
            line.replacingOccurrences(of: ",", with: ", "), line + " ",
            line.replacingOccurrences(of: "{\"accountID\"", with: "{\"aaa\":[1,\"}]\",{}],\"accountID\""),
            line.replacingOccurrences(of: "\"transactions\"", with: "\"sooner\":null,\"transactions\""),
            line.replacingOccurrences(of: "\"quantity\":1", with: "\"quantity\":1.0"),
            line.replacingOccurrences(of: "renewed", with: "r\\u0065newed"),
        ] {
            #expect(other != line)
            let read = try parser.events(Data(other.utf8))
            #expect(read == [event], "\(other)")
        }
        for bad in [
            "", "[", "{}", "null", String(line.dropLast()), line + "]",
            line.replacingOccurrences(of: "\"quantity\":1", with: "\"quantity\":01"),
            line.replacingOccurrences(of: "\"sequence\":", with: "\"sequence\":-\""),
            line.replacingOccurrences(of: "\"name\"", with: "\"nane\""),
        ] {
            #expect(throws: (any Error).self, "\(bad)") { try parser.events(Data(bad.utf8)) }
        }
    }

    @Test("A line with any octet changed is read, or refused, as by the reader of all JSON", arguments: 1...4)
    func changed(_ seed: UInt64) throws {
        let all = try events(seed, commands: 60)
        var state = seed
        func number(below limit: Int) -> Int {
            state = IdentifierSequence.mix(state)
            return Int(state % UInt64(limit))
        }
        let octets = Array(#"{}[]",:0123456789-.eE\ tfnu"#.utf8) + [0, 0x0A, 0x80, 0xC3, 0xFF]
        var parser = JournalEventParser()
        for event in all.suffix(40) {
            let line = try JournalCoding.data([event])
            for _ in 0..<25 {
                var other = line
                other[number(below: other.count)] = octets[number(below: octets.count)]
                let expected = try? JournalCoding.value([StoreEvent].self, from: other)
                let read = try? parser.events(other)
                #expect(read == expected, "\(String(decoding: other, as: UTF8.self))")
            }
        }
    }
}
