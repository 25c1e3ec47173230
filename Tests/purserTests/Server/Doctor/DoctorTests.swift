import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Locking
import TestSupport
import Testing

@testable import purser

@Suite("purser server doctor", .timeLimit(.minutes(15)))
struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ flags: [String: [String]]) throws -> ServerSettings {
        let usual = ["data": [folder.file("data").path], "bundleIds": [SampleShop.app.bundleID], "port": ["0"]]
        return try ServerSettings(flags: usual.merging(flags) { $1 }, config: nil, environment: [:])
    }

    private func finding(_ check: String, _ flags: [String: [String]]) async throws -> DoctorFinding {
        let report = await Doctor(settings: try settings(flags), isOnline: false).report()
        return try #require(report.findings.first { $0.check == check }, "\(report.findings)")
    }

    private func secret(_ content: String, mode: Int = 0o600) throws -> String {
        let file = try folder.file("secret", content: Data(content.utf8))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        var flags: [String: [String]] = [:]
        let outcome: DoctorFinding.Outcome
        let seen: String

        var testDescription: String { "\(check): \(seen)" }
    }

    /// Says when it is asked, and never answers.
    private struct Silence: HTTPTransport {
        let isAsked = Locked(false)

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            isAsked.withLock { $0 = true }
            try await Task.sleep(for: .seconds(86_400))
            throw CancellationError()
        }
    }

    @Test("Whoever never answers does not hold it up for ever: what was found is told, and that there is more")
    func deadline() async throws {
        let silence = Silence()
        var doctor = Doctor(settings: try settings([:]), transport: silence)
        let limit = Locked(0.0)
        doctor.timer = { seconds in
            limit.withLock { $0 = seconds }
            await eventually { silence.isAsked.withLock { $0 } }
        }
        let report = await doctor.report()
        #expect(limit.withLock { $0 } == 120)
        #expect(report.findings.map(\.check).contains("configuration"))
        let last = try #require(report.findings.last)
        #expect(last.check == "time")
        #expect(last.outcome == .bad)
        #expect(last.seen.contains("120 seconds"))
        #expect(!report.isHealthy)
    }

    @Test("A report that is complete in time says nothing of time")
    func inTime() async throws {
        let report = await Doctor(settings: try settings([:]), isOnline: false).report()
        #expect(!report.findings.map(\.check).contains("time"))
    }

    @Test(
        "What settings say by themselves",
        arguments: [
            Case(
                check: "bundle-id",
                flags: ["bundleIds": ["com.example.app"]],
                outcome: .good,
                seen: "com.example.app"
            ),
            Case(
                check: "bundle-id",
                flags: ["bundleIds": ["com.example.app "]],
                outcome: .bad,
                seen: "cannot be bundle identifiers"
            ),
            Case(check: "bundle-id", flags: ["bundleIds": ["MyApp"]], outcome: .bad, seen: "MyApp cannot be"),
            Case(check: "access", outcome: .good, seen: "by keys only"),
            Case(
                check: "access",
                flags: ["withoutKeys": ["true"]],
                outcome: .warning,
                seen: "every program on this machine"
            ),
            Case(
                check: "access",
                flags: ["withoutKeys": ["true"], "host": ["0.0.0.0"]],
                outcome: .bad,
                seen: "the server will not start"
            ),
            Case(check: "access", flags: ["host": ["0.0.0.0"]], outcome: .good, seen: "0.0.0.0:0, by keys only"),
            Case(
                check: "access",
                flags: ["withoutKeys": ["true"], "host": ["127.evil.example"]],
                outcome: .bad,
                seen: "127.evil.example:0 is for other machines"
            ),
            Case(check: "configuration", outcome: .good, seen: "can start"),
            Case(
                check: "configuration",
                flags: ["bundleIds": ["com.example.app", "com.example.app"]],
                outcome: .bad,
                seen: "com.example.app belongs to two apps"
            ),
            Case(
                check: "configuration",
                flags: ["withoutKeys": ["true"], "apiKeyFile": ["/nowhere/key"]],
                outcome: .bad,
                seen: "contradicts"
            ),
            Case(
                check: "configuration",
                flags: ["withoutKeys": ["true"], "host": ["0.0.0.0"]],
                outcome: .bad,
                seen: "other machines can reach"
            ),
            Case(check: "notification-address", outcome: .skipped, seen: "not named"),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["https://a.example/apple/notifications"]],
                outcome: .good,
                seen: "https://a"
            ),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["http://a.example/apple/notifications"]],
                outcome: .bad,
                seen: "not https"
            ),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["https://localhost/apple/notifications"]],
                outcome: .bad,
                seen: "this machine"
            ),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["https://a.example/hook"]],
                outcome: .warning,
                seen: "the path is /hook"
            ),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["purchases"]],
                outcome: .bad,
                seen: "--notification-url is no http or https address: it begins with neither"
            ),
            Case(
                check: "notification-address",
                flags: ["notificationUrl": ["https://shop.example.com:99999/apple/notifications"]],
                outcome: .bad,
                seen: "--notification-url is no http or https address: its port is 99999"
            ),
            Case(
                check: "configuration",
                flags: ["notificationUrl": ["https://shop.example.com:99999/apple/notifications"]],
                outcome: .bad,
                seen: "--notification-url is no http or https address: its port is 99999"
            ),
            Case(check: "roots", outcome: .good, seen: "Apple's"),
            Case(
                check: "roots",
                flags: ["roots": ["/nowhere.pem"]],
                outcome: .bad,
                seen: "/nowhere.pem cannot be read"
            ),
            Case(check: "secret-files", outcome: .skipped, seen: "none is named"),
            Case(
                check: "secret-file",
                flags: ["apiKeyFile": ["/nowhere/key"]],
                outcome: .bad,
                seen: "/nowhere/key does not exist"
            ),
            Case(check: "data-folder", outcome: .warning, seen: "is not there yet"),
        ]
    )
    func settings(_ example: Case) async throws {
        let finding = try await finding(example.check, example.flags)
        #expect(finding.outcome == example.outcome, "\(finding)")
        #expect(finding.seen.contains(example.seen), "\(finding)")
        #expect(example.outcome == .good || example.outcome == .skipped || finding.advice != nil)
    }

    @Test("A secret file is looked at by whichever identifier of an app it is named")
    func secretOfAnotherIdentifier() async throws {
        let json = #"{"data":"data","apps":{"com.trees":{"moreBundleIds":["com.trees.mac"]}}}"#
        let file = try folder.file("purser.json", content: Data(json.utf8))
        let secret = try secret("hush")
        let flags = ["sharedSecretFiles": ["com.trees.mac=\(secret)"]]
        let settings = try ServerSettings(flags: flags, config: file.path, environment: [:])
        #expect(SecretFileCheck(settings: settings).findings == [.good("secret-file", "sharedSecretFiles: \(secret)")])
    }

    @Test("A secret file for all to read, with white space in it, or empty, is bad; its content is never shown")
    func secretFiles() async throws {
        for (content, mode, outcome, words) in [
            ("hush\n", 0o600, DoctorFinding.Outcome.good, "apiKeyFile: "),
            ("hush\n", 0o644, .bad, "others may read"), ("hush\nhush", 0o600, .bad, "white space within the secret"),
            ("\n", 0o600, .bad, "is empty"),
        ] {
            let finding = try await finding("secret-file", ["apiKeyFile": [try secret(content, mode: mode)]])
            #expect(finding.outcome == outcome, "\(finding)")
            #expect(finding.seen.contains(words), "\(finding)")
            #expect(!"\(finding)".contains("hush"))
        }
    }

    @Test(
        "Tables of the file that a server refuses are bad",
        arguments: [
            (#""levels":{"":["a"]}"#, "levels: "),
            (#""credits":{"coins.100":{"currency":"coins","amount":0}}"#, "credits: "),
        ]
    )
    func tables(member: String, words: String) async throws {
        let file = try folder.file("purser.json", content: Data("{\"data\":\"data\",\(member)}".utf8))
        let flags = ["bundleIds": [SampleShop.app.bundleID]]
        let settings = try ServerSettings(flags: flags, config: file.path, environment: [:])
        let report = await Doctor(settings: settings, isOnline: false).report()
        let finding = try #require(report.findings.first { $0.check == "configuration" })
        #expect(finding.outcome == .bad, "\(finding)")
        #expect(finding.seen.hasPrefix(words), "\(finding)")
        #expect(!report.isHealthy)
    }

    @Test(
        "Apps of which only the sandbox counts, and a sandbox that counts for all, are to be looked at; a local store's are not"
    )
    func environments() async throws {
        let json = #"{"data":"data","apps":{"com.trees":{"environments":["Sandbox"]},"com.ferns":{}}}"#
        let file = try folder.file("purser.json", content: Data(json.utf8))
        func findings(_ flags: [String: [String]]) async throws -> [DoctorFinding] {
            let settings = try ServerSettings(flags: flags, config: file.path, environment: [:])
            return await Doctor(settings: settings, isOnline: false).report().findings
        }
        let sandboxOnly = try #require(try await findings([:]).first { $0.check == "environments" })
        #expect(sandboxOnly.outcome == .warning)
        #expect(sandboxOnly.seen == "com.trees: only purchases of the sandbox count")
        let everybody = try await findings(["sandboxTesters": ["everybody"]])
        #expect(everybody.first { $0.check == "sandbox-testers" }?.outcome == .warning)
        #expect(try await findings(["sandboxTesters": ["flora"]]).contains { $0.check == "sandbox-testers" } == false)
        let local = try await findings(["storeUrl": ["http://127.0.0.1:8081"]])
        #expect(!local.contains { ["environments", "sandbox-testers"].contains($0.check) })
    }

    @Test("A folder for all to look into, a damaged database and a full disk are bad")
    func dataFolder() async throws {
        _ = try await Tool.run("server", "keys", "make", "App", "--public", "--data", folder.file("data").path)
        let data = folder.file("data").path
        #expect(try await finding("data-folder", [:]).outcome == .good)
        #expect(try await finding("database", [:]) == .good("database", "whole, of this version"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data)
        let open = try await finding("data-folder", [:])
        #expect(open.outcome == .bad)
        #expect(open.advice?.hasPrefix("chmod 700 \(data)") == true)
        try Data("no database".utf8).write(to: URL(fileURLWithPath: data + "/purchases.sqlite"))
        let damaged = try await finding("database", [:])
        #expect(damaged.outcome == .bad)
        #expect(damaged.seen.contains("no SQLite database"))
        for (free, outcome) in [(Int64(1) << 20, DoctorFinding.Outcome.bad), (1 << 29, .warning), (1 << 31, .good)] {
            var check = FolderCheck(settings: try settings([:]))
            check.freeBytes = { _ in free }
            #expect(check.findings.first { $0.check == "disk-space" }?.outcome == outcome)
        }
    }

    @Test(
        "The clock is compared with the App Store's",
        arguments: [(0.0, "good"), (30.0, "warning"), (-90.0, "bad"), (400.0, "bad")]
    )
    func clock(seconds: Double, outcome: String) async throws {
        var doctor = Doctor(settings: try settings([:]))
        doctor.transport = Answering(date: "Sun, 06 Nov 1994 08:49:37 GMT")
        doctor.now = { Date(timeIntervalSince1970: 784_111_777 + seconds) }
        let finding = try #require(await doctor.report().findings.first { $0.check == "clock" })
        #expect(finding.outcome.rawValue == outcome, "\(finding)")
        doctor.transport = Answering(date: nil)
        #expect(await doctor.report().findings.first { $0.check == "clock" }?.outcome == .skipped)
    }

    private struct Answering: HTTPTransport {
        let date: String?

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            HTTPTransportResponse(status: 404, body: Data(), retryAfterHeader: nil, dateHeader: date)
        }
    }

    private struct Unreachable: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            throw HTTPTransportError(.noReceiver, reason: "nobody listens there")
        }
    }

    @Test("Nothing but the settings is known of a store that is away; the report says what is bad by its exit")
    func away() async throws {
        var doctor = Doctor(settings: try settings([:]))
        doctor.transport = Unreachable()
        let report = await doctor.report()
        #expect(report.isHealthy)
        #expect(report.findings.first { $0.check == "server" }?.outcome == .skipped)
        #expect(report.findings.first { $0.check == "server-api-key" }?.outcome == .warning)
        let terminal = Terminal(isStyled: false) { _ in }
        #expect(report.lines(on: terminal).last?.contains("0 bad") == true)
        #expect(report.json[boolean: "isHealthy"] == true)
    }
}
