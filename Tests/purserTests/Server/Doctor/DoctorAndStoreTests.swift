import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Locking
import TestSupport
import Testing

@testable import purser

@Suite("purser server doctor and a local store", .tags(.slow), .timeLimit(.minutes(15)))
struct DoctorAndStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func doctor(
        _ store: URL,
        pem: String,
        keyID: String,
        issuerID: String,
        _ more: [String: [String]] = [:]
    ) throws -> Doctor {
        let key = try folder.file("key.p8", content: Data(pem.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        let settings = try ServerSettings(
            flags: [
                "data": [folder.file("data").path], "bundleIds": [SampleShop.app.bundleID], "port": ["0"],
                "storeUrl": [store.absoluteString], "serverApiKeyFile": [key.path], "serverApiKeyId": [keyID],
                "serverApiIssuerId": [issuerID],
            ].merging(more) { $1 },
            config: nil,
            environment: [:]
        )
        var doctor = Doctor(settings: settings)
        doctor.sleep = { _ in }
        return doctor
    }

    private func findings(_ doctor: Doctor, _ check: String) async -> [DoctorFinding] {
        await doctor.report().findings.filter { $0.check == check }
    }

    @Test("The right key is taken; without an address for notifications the store says so")
    func rightKey() async throws {
        let store = try SampleShop.open()
        try await LocalStoreServer.withRunning(store) { server, url in
            let key = server.serverAPIKey
            let doctor = try doctor(url, pem: key.pem, keyID: key.keyID, issuerID: key.issuerID)
            let report = await doctor.report()
            #expect(report.findings.contains { $0.check == "roots" && $0.outcome == .good })
            #expect(report.findings.contains { $0.check == "clock" && $0.outcome != .skipped })
            #expect(report.findings.contains { $0.check == "server-api-key" && $0.outcome == .good })
            let tests = report.findings.filter { $0.check == "test-notification" }
            #expect(tests.contains { $0.seen.contains("no address for notifications") }, "\(report.findings)")
        }
    }

    @Test("Only App Stores whose purchases count are asked")
    func productionOnly() async throws {
        let store = try SampleShop.open()
        try await LocalStoreServer.withRunning(store) { server, url in
            let key = server.serverAPIKey
            let settings = ["productionOnly": ["true"]]
            let doctor = try doctor(url, pem: key.pem, keyID: key.keyID, issuerID: key.issuerID, settings)
            let told = await doctor.report().findings.filter { ["server-api", "test-notification"].contains($0.check) }
            #expect(told.contains { $0.seen.contains("production") }, "\(told)")
            #expect(told.allSatisfy { !$0.seen.contains("sandbox") }, "\(told)")
        }
    }

    @Test("A key that the store does not know is explained")
    func wrongKey() async throws {
        let store = try SampleShop.open()
        try await LocalStoreServer.withRunning(store) { server, url in
            let key = server.serverAPIKey
            let other = P256.Signing.PrivateKey().pemRepresentation
            let doctor = try doctor(url, pem: other, keyID: key.keyID, issuerID: key.issuerID)
            let refused = await findings(doctor, "server-api")
            #expect(refused.contains { $0.outcome == .bad && $0.seen.contains("refused (401)") }, "\(refused)")
            #expect(refused.allSatisfy { $0.advice?.contains("In-App Purchase key") == true })
            #expect(!"\(refused)".contains("BEGIN"))
        }
    }

    @Test("What is no key is said before anybody is asked")
    func noKey() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        let doctor = try doctor(url, pem: "no key", keyID: "2X9R4HXF34", issuerID: "57246542")
        let finding = await findings(doctor, "server-api-key")
        #expect(finding.map(\.outcome) == [.bad])
        #expect(finding.first?.seen.contains("no P-256 key") == true)
    }

    @Test("From the store to the server: the test notification arrives, and all is well")
    func arrives() async throws {
        try await withRunningStore(folder.file("store"), ["--rate", "manual"]) { store in
            let url = try #require(store.announcement[string: "url"])
            let pem = try #require(try await store.ask("key")[string: "file"])
            let data = folder.file("served").path
            let key = try folder.file("served.p8", content: Data(contentsOf: URL(fileURLWithPath: pem)))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
            let options = [
                "--bundle-id", "com.example.flowershop", "--data", data, "--store-url", url,
                "--server-api-key-file", key.path, "--server-api-key-id", store.announcement[string: "keyId"] ?? "",
                "--server-api-issuer-id", store.announcement[string: "issuerId"] ?? "",
            ]
            let outcome = try await Tool.command(["server", "serve", "--port", "0"] + options)
                .run(endedBy: SIGTERM) { lines in
                    let line = try #require(await lines.first { $0.contains("listens") })
                    let server = try #require(line.split(separator: " ").last.map(String.init))
                    let port = try #require(server.split(separator: ":").last.map(String.init))
                    _ = try await store.tell("notify", "\(server)/apple/notifications")
                    let doctor = try await Tool.run(["server", "doctor", "--json", "--port", port] + options)
                    let checks = try JSONValue(parsing: doctor.output).object?[array: "checks"]?.compactMap(\.object)
                    let arrived = checks?.filter { $0[string: "check"] == "test-notification" } ?? []
                    // The store is a sandbox. That it has no address as production, which it is not, is nothing bad.
                    #expect(arrived.map { $0[string: "outcome"] } == ["good"], "\(doctor.output)")
                    #expect(checks?.contains { $0[string: "outcome"] == "bad" } == false, "\(doctor.output)")
                    #expect(
                        checks?.contains { $0[string: "check"] == "server" && $0[string: "outcome"] == "good" } == true
                    )
                }
            #expect(outcome.ending == .exited(0))
        }
    }
}
