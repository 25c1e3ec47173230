import Entitlements
import Foundation
import Testing

@Suite("What the developer grants")
struct EntitlementGrantTests {
    private static func grant(
        _ id: String = "g",
        _ level: EntitlementLevel = "pro",
        from start: Double = 0,
        to end: Double? = 10
    ) throws -> EntitlementGrant {
        try EntitlementGrant(id: id, level: level, startDate: Sample.day(start), endDate: end.map(Sample.day))
    }

    private static func statement(_ grants: [EntitlementGrant], on day: Double) -> AccessStatement {
        PurchaseFacts().access(at: Sample.day(day), catalogue: LevelCatalogue(), grants: grants)
    }

    @Test("A grant gives its level from its start until its end", arguments: [(-1.0, false), (0, true), (10, false)])
    func duration(day: Double, isActive: Bool) throws {
        let access = try #require(Self.statement([try Self.grant()], on: day).access(to: "pro"))
        #expect(access.isActive == isActive)
        #expect(access.accessEndDate == (day < 0 ? nil : Sample.day(10)))
        #expect(access.sources.map(\.kind) == [.grant])
        #expect(access.sources.map(\.grantID) == ["g"])
    }

    @Test("A grant without an end does not end")
    func lifetime() throws {
        let access = try #require(Self.statement([try Self.grant(to: nil)], on: 9_999).access(to: "pro"))
        #expect(access.isActive)
        #expect(access.accessEndDate == nil)
    }

    @Test("A revoked grant ends when it was revoked, and never again")
    func revoked() throws {
        let revoked = try Self.grant().revoked(at: Sample.day(4))
        #expect(revoked.revoked(at: Sample.day(6)) == revoked)
        #expect(revoked.revoked(at: Sample.day(2)).revokedDate == Sample.day(2))
        #expect(Self.statement([revoked], on: 3).activeLevels == ["pro"])
        #expect(Self.statement([revoked], on: 4).activeLevels == [])
        #expect(Self.statement([revoked], on: 5).access(to: "pro")?.accessEndDate == Sample.day(4))
    }

    @Test("A grant that was revoked counts as revoked, whichever of the two is heard of first")
    func order() throws {
        let grant = try Self.grant()
        let revoked = grant.revoked(at: Sample.day(4))
        #expect(Self.statement([grant, revoked], on: 5) == Self.statement([revoked, grant, grant], on: 5))
        #expect(Self.statement([grant, revoked], on: 5).activeLevels == [])
        #expect(Self.statement([grant, grant], on: 5).access(to: "pro")?.sources.count == 1)
    }

    @Test(
        "Two of one identifier count both if they are not the same: one person was given them under two names",
        arguments: [
            ("gold", 0, nil), ("pro", 5, 20), ("pro", 0, 20), ("pro", 0, nil),
        ] as [(EntitlementLevel, Double, Double?)]
    )
    func twoOfOneIdentifier(level: EntitlementLevel, start: Double, end: Double?) throws {
        let grants = [try Self.grant(), try Self.grant("g", level, from: start, to: end)]
        for list in [grants, Array(grants.reversed()), grants + grants] {
            let statement = Self.statement(list, on: 6)
            #expect(statement.activeLevels == ["pro", level])
            #expect(statement.levels.flatMap(\.sources).count == 2)
            // The first is over, and takes nothing of the second.
            #expect(Self.statement(list, on: 15).activeLevels == [level])
        }
        // Taken back is the one that was.
        let revoked = [grants[0].revoked(at: Sample.day(1))] + grants
        #expect(Self.statement(revoked, on: 6).activeLevels == [level])
        #expect(Self.statement(revoked, on: 6).levels.flatMap(\.sources).count == 2)
    }

    @Test("Grants that follow each other without a gap are owed together")
    func sequence() throws {
        let grants = [
            try Self.grant("a", from: 0, to: 10), try Self.grant("b", from: 10, to: 20),
            try Self.grant("c", from: 21, to: 30),
        ]
        #expect(Self.statement(grants, on: 5).access(to: "pro")?.accessEndDate == Sample.day(20))
        #expect(Self.statement(grants, on: 20.5).access(to: "pro")?.accessEndDate == Sample.day(20))
        #expect(Self.statement(grants, on: 20.5).access(to: "pro")?.isActive == false)
        #expect(Self.statement(grants, on: 25).access(to: "pro")?.accessEndDate == Sample.day(30))
    }

    @Test("A grant without identifier, level or duration is refused")
    func refused() {
        let code = { (id: String, level: EntitlementLevel, end: Double) -> LevelError.Code? in
            do throws(LevelError) {
                _ = try EntitlementGrant(id: id, level: level, startDate: Sample.day(5), endDate: Sample.day(end))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("", "pro", 9) == .unnamedGrant)
        #expect(code("g", "", 9) == .unnamedLevel)
        #expect(code("g", "pro", 5) == .grantWithoutDuration)
        #expect(code("g", "pro", 4) == .grantWithoutDuration)
        #expect(code("g", "pro", 6) == nil)
    }

    @Test("It is written with dates in milliseconds, without members that have no value")
    func json() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let grant = try EntitlementGrant(
            id: "g",
            level: "pro",
            startDate: Sample.day(0),
            endDate: Sample.day(10),
            reason: "sorry"
        ).revoked(at: Sample.day(4))
        let text = """
            {"endDate":1700864000000,"id":"g","level":"pro","reason":"sorry","revokedDate":1700345600000,\
            "startDate":1700000000000}
            """
        #expect(String(decoding: try encoder.encode(grant), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(EntitlementGrant.self, from: Data(text.utf8)) == grant)
        #expect(
            String(decoding: try encoder.encode(try Self.grant(to: nil)), as: UTF8.self)
                == #"{"id":"g","level":"pro","startDate":1700000000000}"#
        )
    }

    @Test(
        "What breaks a rule is not read",
        arguments: [
            #"{"level":"pro","startDate":1}"#, #"{"id":"","level":"pro","startDate":1}"#,
            #"{"id":"g","level":"pro","startDate":2,"endDate":1}"#, #"{"id":"g","level":"pro","startDate":"soon"}"#,
        ]
    )
    func badJSON(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(EntitlementGrant.self, from: Data(text.utf8)) }
    }
}
