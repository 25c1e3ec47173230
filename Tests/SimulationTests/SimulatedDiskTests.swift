import AppStoreModels
import AppStoreServerClient
import Foundation
import PurchaseServer
import TestSupport
import Testing

@testable import Simulation

@Suite("The simulator's disk", .timeLimit(.minutes(5)))
struct SimulatedDiskTests {
    private static func server(on disk: SimulatedDisk) throws -> PurchaseServerApplication {
        var configuration = PurchaseServerConfiguration(
            databaseFile: disk.database,
            apps: [ServedApp(bundleIDs: ["com.example.app"])],
            now: { SimulatedWorld.start }
        )
        configuration.logger = SimulatedLog().logger
        return try PurchaseServerApplication(configuration: configuration)
    }

    /// Whether something can be written; each question is of another moment, so that no answer is that of before.
    private static func check(_ server: PurchaseServerApplication, _ number: Double) async throws {
        try await server.kept.checkHealth(at: SimulatedWorld.start.addingTimeInterval(number * 10))
    }

    @Test("fails as it is told to, and is good again when it is mended", arguments: DiskFault.allCases, [0, 2])
    func faults(fault: DiskFault, writes: Int) async throws {
        let folder = try TemporaryFolder()
        let disk = try SimulatedDisk(root: folder.url)
        let server = try Self.server(on: disk)
        try await Self.check(server, 1)
        #expect(!disk.isFaulty)
        disk.set(fault, after: writes, until: SimulatedWorld.start.addingTimeInterval(3_600))
        #expect(disk.isFaulty)
        await #expect(throws: PurchaseServerError.self) {
            for number in 2..<10 { try await Self.check(server, Double(number)) }
        }
        disk.mend(at: SimulatedWorld.start.addingTimeInterval(3_599))
        #expect(disk.isFaulty)
        disk.mend(at: SimulatedWorld.start.addingTimeInterval(3_600))
        #expect(!disk.isFaulty)
        try await Self.check(server, 20)
    }

    @Test("After a loss of power has what was stored before, and nothing of what came later")
    func power() async throws {
        let folder = try TemporaryFolder()
        let disk = try SimulatedDisk(root: folder.url)
        var server = try Self.server(on: disk)
        let before = try await server.keys.statementKeys().map(\.id)
        let old = disk.database
        disk.die()
        #expect(disk.isDead)
        await #expect(throws: PurchaseServerError.self) { try await Self.check(server, 1) }
        disk.mend()
        await #expect(throws: PurchaseServerError.self) { try await Self.check(server, 2) }
        try disk.restart(forgets: false)
        #expect(!disk.isDead)
        #expect(disk.database != old)
        server = try Self.server(on: disk)
        #expect(try await server.keys.statementKeys().map(\.id) == before)
        try await Self.check(server, 3)
    }

    @Test("One that forgets comes back as it was some time before")
    func forgetting() async throws {
        let folder = try TemporaryFolder()
        let disk = try SimulatedDisk(root: folder.url)
        try disk.remember()
        let server = try Self.server(on: disk)
        let before = try await server.keys.statementKeys().map(\.id)
        disk.die()
        try disk.restart(forgets: true)
        #expect(try await Self.server(on: disk).keys.statementKeys().map(\.id) != before)
    }
}
