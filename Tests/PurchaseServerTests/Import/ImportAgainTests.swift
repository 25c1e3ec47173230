import AppStoreModels
import Entitlements
import Foundation
import GRDB
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Lists that come again and say something else of customers", .timeLimit(.minutes(15)))
struct ImportAgainTests {
    private static let columns =
        "customer=who,alias=also,originalTransactionId=what,store=store,level=level,startDate=from,endDate=to,"
        + "attributes.plan=plan"
    private static let header = "who,also,what,store,level,from,to,plan\n"

    @Test("A grant whose row has another attribute now is the same grant, also if it was revoked meanwhile")
    func grant() async throws {
        try await ImportWorld.with { world in
            func list(_ plan: String) -> String {
                Self.header + "lily,,,promotional,gold,2001-01-01,2099-01-01,\(plan)\n"
            }
            #expect(try await world.take(list("silver"), columns: Self.columns).progress.taken == 1)
            try world.store.advance(by: 60)
            #expect(try await world.take(list("bronze"), columns: Self.columns).progress.taken == 1)
            let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
            let grants = try await storage.record(of: "lily").grants
            #expect(grants.count == 1)
            #expect(try await storage.subscriber("lily").attributes["plan"]?.value == "bronze")

            let name = try #require(grants.first?.grant.id)
            _ = try await storage.revokeGrant(name, of: "lily", at: world.store.now)
            #expect(try await world.take(list("copper"), columns: Self.columns).progress.taken == 1)
            #expect(try await storage.record(of: "lily").grants.map { $0.grant.revokedDate != nil } == [true])
            #expect(try await world.statement(of: "lily").access.activeLevels.isEmpty)
        }
    }

    @Test("A row whose alias is another account is taken, and says that the alias was not")
    func aliases() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let first = "rose,,,promotional,gold,2001-01-01,2099-01-01,\n"
            let second = "flora,rose,\(posy),,,,,\n"
            try await world.take(Self.header + first, columns: Self.columns)
            let result = try await world.take(Self.header + second, columns: Self.columns)
            #expect((result.progress.taken, result.progress.refused) == (1, 0))
            #expect(result.progress.codes == [.aliasesNotKept: 1])
            #expect(result.refused.map(\.row) == [1])
            let detail = try #require(result.refused.first?.outcome.detail)
            #expect(detail == "1 of 1 aliases: another account has the name")
            #expect(try await world.statement(of: "flora").entitlements.count == 1)
            #expect(try await world.statement(of: "rose").customer.value == "rose")
            let again = try await world.take(Self.header + second, columns: Self.columns)
            #expect(again.progress.known == 1)
            #expect(again.refused.map(\.outcome.code) == [.aliasesNotKept])
        }
    }

    @Test("What came of rows is kept for a year, and forgotten at the end of the next import")
    func retention() async throws {
        try await ImportWorld.with { world in
            func take(_ name: String) async throws {
                let row = "\(name),,,promotional,gold,2001-01-01,2099-01-01,\n"
                try await world.take(Self.header + row, columns: Self.columns)
            }
            try await take("lily")
            let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
            try world.store.advance(by: 364 * 86_400)
            try await take("rose")
            #expect(try await storage.importRowCount() == 2)
            try world.store.advance(by: 2 * 86_400)
            try await take("iris")
            #expect(try await storage.importRowCount() == 2)
        }
    }

    @Test("What is lost of aliases and attributes is said together, and of too many aliases how many there may be")
    func both() {
        let outcome = ImportOutcome(takenWithout: ["note"], [.merged, .tooManyAliases])
        #expect(outcome.code == .aliasesNotKept)
        #expect(outcome.detail?.hasPrefix("1 of 2 aliases: a customer has at most 1000; of note: ") == true)
        #expect(ImportOutcome(takenWithout: [], [.merged, .known]) == ImportOutcome(.imported))
    }
}

extension PurchaseDatabase {
    fileprivate func importRowCount() async throws -> Int? {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM import_row") }
    }
}
