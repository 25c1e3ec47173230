import Foundation
import TestSupport
import Testing

private let hasSystemd =
    ["/usr/lib", "/lib"].contains { prefix in
        FileManager.default.fileExists(atPath: "\(prefix)/systemd/system/sysinit.target")
    } && FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

/// `scripts/check-units` is what stands between a misspelt unit and those who install a package.
@Suite("The check of a package's systemd units", .enabled(if: hasSystemd))
struct UnitCheckTests {

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let packaging = root.appendingPathComponent("packaging")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Checks the package's units after a change of one of them.
    private func check(_ name: String = "", _ change: (String) -> String = { $0 }) async throws -> Command.Outcome {
        let units = try FileManager.default.contentsOfDirectory(atPath: Self.packaging.path).filter {
            $0.hasSuffix(".service")
        }
        #expect(units.count >= 2)
        for unit in units {
            let text = try String(contentsOf: Self.packaging.appendingPathComponent(unit), encoding: .utf8)
            try Data((unit == name ? change(text) : text).utf8).write(to: folder.file(unit))
        }
        let script = Self.root.appendingPathComponent("scripts/check-units")
        return try await Command(script, [folder.url.path, "/bin/true"]).run()
    }

    @Test("The units of the package are good")
    func good() async throws {
        let outcome = try await check()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "One that systemd would pass over or not start fails the check",
        arguments: ["purser-store.service", "purser-server.service"],
        [("NoNewPrivileges=", "NoNewPrivlieges="), ("ExecStart=/", "ExecStart=/nowhere/"), ("[Install]", "[Instal]")]
    )
    func bad(unit: String, change: (String, String)) async throws {
        let outcome = try await check(unit) { $0.replacingOccurrences(of: change.0, with: change.1) }
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("check-units: \(unit)"), "\(outcome.errors)")
    }
}
