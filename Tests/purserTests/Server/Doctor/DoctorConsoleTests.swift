import AppStoreModels
import Crypto
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer
@testable import purser

@Suite("purser server doctor and what was set up at the console", .timeLimit(.minutes(15)))
struct DoctorConsoleTests {
    private let folder: TemporaryFolder
    private let settings: ServerSettings

    init() throws {
        folder = try TemporaryFolder()
        let secret = try folder.file("secret", content: Data("a-secret-of-sixteen-bytes".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        settings = try ServerSettings(
            flags: ["data": [folder.file("data").path], "port": ["0"], "consoleSecretFile": [secret.path]],
            config: nil,
            environment: [:]
        )
    }

    /// Nobody answers.
    private struct Unreachable: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            throw HTTPTransportError(.noReceiver, reason: "nobody listens there")
        }
    }

    /// The server's database, open as long as the value is there.
    private func setUp() async throws -> PurchaseDatabase {
        let database = try PurchaseDatabase(file: try settings.databaseFile())
        let pem = P256.Signing.PrivateKey().pemRepresentation
        _ = try await database.changeSettings { settings in
            var app = StoredApp(bundleIDs: ["com.example.second"])
            app.key = StoredApp.Key(keyID: "2X9R4HXF34", issuerID: "57246542", privateKey: pem)
            settings.apps = [app]
            settings.notificationAddress = "https://shop.example/apple/notifications"
        }
        return database
    }

    @Test("Apps and the address count that only the database has, while a server holds it")
    func offline() async throws {
        let database = try await setUp()
        let findings = await Doctor(settings: settings, isOnline: false).report().findings
        func found(_ check: String) -> [DoctorFinding] { findings.filter { $0.check == check } }
        #expect(found("bundle-id") == [.good("bundle-id", "com.example.second (console)")])
        let address = "https://shop.example/apple/notifications"
        #expect(found("notification-address") == [.good("notification-address", address)])
        #expect(found("app-store-questions") == [], "there is a key")
        #expect(!findings.contains { $0.outcome == .bad }, "\(findings)")
        withExtendedLifetime(database) {}
    }

    @Test("The App Store is asked with their keys")
    func online() async throws {
        let database = try await setUp()
        var doctor = Doctor(settings: settings)
        doctor.transport = Unreachable()
        let findings = await doctor.report().findings
        let keys = findings.filter { $0.check == "server-api-key" }
        #expect(keys.map(\.outcome) == [.good])
        #expect(keys.first?.seen.hasPrefix("com.example.second: ") == true, "\(keys)")
        let asked = findings.filter { $0.check == "server-api" }
        #expect(!asked.isEmpty && asked.allSatisfy { $0.seen.hasPrefix("com.example.second, ") }, "\(asked)")
        #expect(!"\(findings)".contains("PRIVATE KEY"))
        withExtendedLifetime(database) {}
    }

    @Test("Where nothing was set up, no app is named, and nothing is made")
    func nothing() async throws {
        let findings = await Doctor(settings: settings, isOnline: false).report().findings
        let apps = try #require(findings.first { $0.check == "bundle-id" })
        #expect(apps.outcome == .warning)
        #expect(apps.seen == "no app is named")
        #expect(!FileManager.default.fileExists(atPath: folder.file("data").path))
    }
}
