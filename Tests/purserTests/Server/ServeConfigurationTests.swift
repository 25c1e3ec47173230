import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("purser serve: settings by flag, variable and file", .timeLimit(.minutes(15)))
struct ServeConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("--print-configuration shows what counts and where it comes from, and no secret")
    func printed() async throws {
        _ = try folder.file("secret", content: Data("hush".utf8))
        let file = try folder.file(
            "purser.json",
            content: Data(
                #"{"data":"data","port":1,"host":"127.0.0.2","sharedSecretFiles":["secret"],"levels":{"pro":["a"]}}"#
                    .utf8
            )
        )
        let arguments = ["--config", file.path, "--port", "3", "--bundle-id", "com.a", "--no-production-only"]
        let environment = ["PURSER_SERVER_PORT": "2", "PURSER_SERVER_LEEWAY": "60"]
        for command in [["serve"], ["server", "serve"]] {
            let outcome = try await Tool.run(
                command + arguments + ["--print-configuration", "--json"],
                environment: environment
            )
            #expect(outcome.status == 0, "\(outcome.errors)")
            let settings = try #require(try JSONValue(parsing: outcome.output).object?[object: "settings"])
            #expect(settings["port"] == ["value": 3, "origin": "--port"])
            #expect(settings["leeway"] == ["value": 60, "origin": "PURSER_SERVER_LEEWAY"])
            #expect(settings["host"] == ["value": "127.0.0.2", "origin": .string(file.path)])
            #expect(settings["ownership"] == ["value": "transfer", "origin": "default"])
            #expect(settings["productionOnly"] == ["value": false, "origin": "--production-only"])
            #expect(settings["levels"] == ["value": ["pro": ["a"]], "origin": .string(file.path)])
            #expect(!outcome.output.contains("hush"))
        }
        let table = try await Tool.run(["serve"] + arguments + ["--print-configuration"], environment: environment)
        #expect(table.lines.contains { $0.firstMatch(of: /^port +3 +--port$/) != nil })
        #expect(table.lines.contains { $0.firstMatch(of: /^storeUrl +- +not set$/) != nil })
        // All columns begin below their titles; what only the file has stands below, and widens none.
        let head = try #require(table.lines.first)
        #expect(head.firstMatch(of: /^SETTING +VALUE +FROM$/) != nil)
        let starts = ["VALUE", "FROM"].compactMap { head.range(of: $0)?.lowerBound.utf16Offset(in: head) }
        let rows = table.lines.dropFirst().prefix { $0.hasPrefix("levels") == false }
        #expect(rows.count == ServerSetting.all.count)
        for row in rows {
            for start in starts {
                let cell = row.utf16.dropFirst(start - 2).prefix(3).map { $0 == 32 }
                #expect(cell == [true, true, false], "\(row)")
            }
        }
        #expect(table.lines.contains("levels  \(file.path)"))
        #expect(table.lines.contains { $0.hasPrefix("  ") && $0.contains("\"pro\"") })
        #expect(!FileManager.default.fileExists(atPath: folder.file("data").path))
    }

    @Test("A mistake of the command line is exit code 64, one of a variable or a file 2")
    func exitCodes() async throws {
        let flag = try await Tool.run("serve", "--port", "x")
        #expect(flag.status == 64)
        #expect(flag.errors.contains("--port is x; it must be a whole number from 0 to 65535"))
        let variable = try await Tool.run(["serve"], environment: ["PURSER_SERVER_PORT": "x"])
        #expect(variable.status == 2)
        #expect(variable.errors == "purser: PURSER_SERVER_PORT is x; it must be a whole number from 0 to 65535\n")
        // So does what only a server could look at.
        let place = ["serve", "--bundle-id", "com.a", "--data", folder.file("data").path]
        for (flag, name, words) in [
            ("--trusted-proxy", "TRUSTED_PROXIES", "is no IP address"),
            ("--allow-host", "ALLOWED_HOSTS", "is no name of a machine"),
        ] {
            let given = try await Tool.run(place + [flag, "http://foo"])
            #expect(given.status == 64)
            #expect(given.errors.contains("\(flag): ") && given.errors.contains(words), "\(given.errors)")
            let read = try await Tool.run(place, environment: ["PURSER_SERVER_\(name)": "http://foo"])
            #expect(read.status == 2)
            #expect(read.errors.hasPrefix("purser: PURSER_SERVER_\(name): "), "\(read.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("data").path))
    }

    @Test("A folder that is a file is called one")
    func dataIsFile() async throws {
        let file = try folder.emptyFile("shop.json").path
        let serve = try await Tool.run("serve", "--bundle-id", "com.a", "--port", "0", "--data", file)
        #expect(serve.status == 2)
        #expect(serve.errors == "purser: database-unusable: shop.json is a file; name a folder\n")
        let keys = try await Tool.run("server", "keys", "make", "App", "--public", "--data", file)
        #expect(keys.status == 2)
        #expect(keys.errors == "purser: shop.json is a file; name a folder\n")
    }

    @Test("Every setting is an option of serve, and every option is a setting")
    func options() async throws {
        let help = try await Tool.run("serve", "--help").output
        let shown = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.0.dropFirst(2)) })
        let settings = ServerSetting.all.flatMap { setting in
            setting.kind == .yesOrNo ? [setting.flag, "no-\(setting.flag)"] : [setting.flag]
        }
        let others = ["config", "print-configuration", "json", "help", "version"]
        #expect(Set(settings).subtracting(shown).sorted() == [])
        #expect(shown.subtracting(settings).subtracting(others).sorted() == [])
    }

    @Test("A server runs by a file alone")
    func fileAlone() async throws {
        let file = try folder.file(
            "purser.json",
            content: Data(#"{"data":"data","port":0,"apps":{"com.example.app":{"ownership":"refuse"}}}"#.utf8)
        )
        let outcome = try await Tool.command(["serve", "--config", file.path]).run(endedBy: SIGTERM) { lines in
            #expect(await lines.first { $0.contains("listens") } != nil)
        }
        #expect(outcome.ending == .exited(0))
        #expect(FileManager.default.fileExists(atPath: folder.file("data").path + "/purchases.sqlite"))
    }
}
