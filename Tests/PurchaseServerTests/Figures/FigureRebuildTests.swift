import Entitlements
import Foundation
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Booking figures anew", .timeLimit(.minutes(15)))
struct FigureRebuildTests {
    /// A server of one app that keeps figures, and a purchase that names no app, as `verifyReceipt` states it.
    private static func world(
        _ storage: StorageKind = .sqlite
    ) async throws -> (World, PurchaseServerApplication) {
        var world = try World()
        #if PostgreSQL && os(Linux)
            if storage == .postgresql { world.configuration.sharedDatabase = try await .fresh() }
        #endif
        world.configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        let server = try world.server()
        let fact = Purchases.fact("week", at: world.now - 86_400) { fact in
            fact.bundleID = nil
            (fact.expiresDate, fact.price, fact.currency) = (world.now + 6 * 86_400, 7, "USD")
        }
        try await server.storage.upload([fact], by: "anna", at: world.now)
        try await server.bookFiguresDue()
        return (world, server)
    }

    private static func rows(_ server: PurchaseServerApplication) async throws -> [String] {
        try await server.storage.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT s.app || ' ' || r.measure || ' ' || r.day || ' ' || r.count || ' ' || r.units || ' ' || r.nanos
                    FROM figure_row r JOIN figure_segment s ON s.id = r.segment ORDER BY 1
                    """
            )
        }
    }

    @Test(
        "Without an app it books by the server's rules, beside it, and the server has nothing to do again",
        arguments: StorageKind.allCases
    )
    func withoutApps(storage: StorageKind) async throws {
        let (world, server) = try await Self.world(storage)
        let kept = try await Self.rows(server)
        #expect(kept.contains { $0.hasPrefix("\(SampleReceipt.bundleID) ") })
        var configuration = world.configuration
        configuration.apps = []
        let booked = try await FigureRebuild(configuration).run()
        #expect(booked == 2)
        #expect(try await Self.rows(server) == kept)
        #expect(try await server.bookFiguresDue() == 0)
        #expect(try await Self.rows(server) == kept)
    }

    @Test("By other rules it books only where no server runs", arguments: StorageKind.allCases)
    func otherRules(storage: StorageKind) async throws {
        var (world, server): (World, PurchaseServerApplication?) = try await Self.world(storage)
        var configuration = world.configuration
        configuration.apps = []
        let rates = try CurrencyRates(parsing: "date,currency,USD\n2020-01-01,EUR,1.25\n")
        configuration.figures = FigureRules(rates: rates)
        #expect(throws: PurchaseServerError.self) { try FigureRebuild(configuration) }
        configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"), weekFactor: .calendar)
        let error = #expect(throws: PurchaseServerError.self) { try FigureRebuild(configuration) }
        #expect(error?.code == .folderInUse)
        #expect(error?.reason.contains("end it before you book figures by other rules") == true)
        // A PostgreSQL hears of the end of a server in its own time.
        guard storage == .sqlite else { return withExtendedLifetime(server) {} }
        server = nil
        #expect(server == nil)
        #expect(try await FigureRebuild(configuration).run() == 2)
        world.configuration.figures?.weekFactor = .calendar
        let next = try world.server()
        #expect(try await next.bookFiguresDue() == 0, "also the app is that of the server")
    }

    @Test("A server of other settings does not begin meanwhile")
    func meanwhile() async throws {
        let (world, server) = try await Self.world()
        _ = server
        var configuration = world.configuration
        configuration.apps = []
        let rebuild = try FigureRebuild(configuration)
        var other = world.configuration
        other.customers.ownership.standard = .share
        #expect(throws: PurchaseServerError.self) { try PurchaseServerApplication(configuration: other) }
        #expect(throws: Never.self) { try PurchaseServerApplication(configuration: world.configuration) }
        #expect(try await rebuild.run() == 2)
    }

    @Test("Where nothing was kept it makes nothing, and without a currency it books nothing")
    func nothing() async throws {
        var configuration = try World().configuration
        configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        let error = #expect(throws: PurchaseServerError.self) { try FigureRebuild(configuration) }
        #expect(error?.code == .databaseUnusable)
        #expect(!FileManager.default.fileExists(atPath: configuration.databaseFile.path))
        let (world, _) = try await Self.world()
        var without = world.configuration
        without.figures = nil
        #expect(throws: PurchaseServerError.noFigures) { try FigureRebuild(without) }
    }
}
