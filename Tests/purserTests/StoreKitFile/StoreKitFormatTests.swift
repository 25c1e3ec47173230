import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@Suite("purser storekit format", .timeLimit(.minutes(15)))
struct StoreKitFormatTests {
    private let folder: TemporaryFolder
    /// As Xcode writes it, and the same with what people do to it.
    private let xcode: Data
    private let touched: Data

    init() throws {
        folder = try TemporaryFolder()
        xcode = try Data(contentsOf: ExampleFiles.flowerShop)
        let text = String(decoding: xcode, as: UTF8.self)
        let changed = text.replacing("\" : ", with: "\":  ").replacing("\n", with: "\r\n")
        touched = Data(
            changed.replacing("{\r\n  \"", with: "{ \"laterXcode\": [1.50, {}],\r\n  \"", maxReplacements: 1).utf8
        )
    }

    private func file(_ name: String, _ content: Data) throws -> String { try folder.file(name, content: content).path }

    private func content(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test("prints a file as Xcode writes it, with all its members, and leaves the file alone")
    func prints() async throws {
        let path = try file("Shop.storekit", touched)
        let outcome = try await Tool.run("storekit", "format", path)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\n  \"laterXcode\" : [\n    1.5,\n    {\n\n    }\n  ],\n"))
        let expected = try StoreConfiguration(data: touched).xcodeData
        #expect(Data(outcome.output.utf8) == expected)
        #expect(try content(path) == touched)
        let piped = try await Tool.run("storekit", "format", input: xcode)
        #expect(Data(piped.output.utf8) == xcode)
    }

    @Test("--in-place writes only files that change, through symbolic links, and keeps their permissions")
    func inPlace() async throws {
        let (same, other) = (try file("Same.storekit", xcode), try file("Other.storekit", touched))
        let link = folder.url.appendingPathComponent("Link.storekit").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Other.storekit")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: other)
        let before = try FileManager.default.attributesOfItem(atPath: same)[.systemFileNumber] as? Int
        let outcome = try await Tool.run("storekit", "format", "--in-place", same, link)
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["\(link): written"])
        #expect(try content(other) == (try StoreConfiguration(data: touched).xcodeData))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Other.storekit")
        #expect(try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.attributesOfItem(atPath: same)[.systemFileNumber] as? Int == before)
        #expect(try await Tool.run("storekit", "format", "--check", same, link).status == 0)
    }

    @Test("--check writes nothing, names what would change, and ends with 1")
    func check() async throws {
        let (same, other) = (try file("Same.storekit", xcode), try file("Other.storekit", touched))
        let outcome = try await Tool.run("storekit", "format", "--check", same, other)
        #expect(outcome.status == 1)
        #expect(outcome.lines == ["\(other): would change"])
        #expect(try content(other) == touched)
        let json = try await Tool.run("storekit", "format", "--check", "--json", same, other)
        #expect(json.status == 1)
        let expected: JSONValue = [
            ["file": .string(same), "changed": false], ["file": .string(other), "changed": true],
        ]
        #expect(try JSONValue(parsing: json.output) == expected)
    }

    @Test("A file that is no configuration stays as it is, and keeps no other from being formatted")
    func unusable() async throws {
        let broken = try file("Broken.storekit", Data("{\"identifier\": 3".utf8))
        let other = try file("Other.storekit", touched)
        let missing = folder.url.appendingPathComponent("missing").path
        let outcome = try await Tool.run("storekit", "format", "--in-place", broken, missing, other)
        #expect(outcome.status == 2)
        #expect(outcome.lines == ["\(other): written"])
        let complaints = outcome.errors.split(separator: "\n")
        #expect(complaints.count == 2)
        #expect(complaints.first?.hasPrefix("purser: \(broken): ") == true)
        // A long path is cut, and how long that of the folder is depends on the machine.
        #expect(complaints.last?.hasPrefix("purser: there is no file \(missing.prefix(24))") == true)
        #expect(try content(broken) == Data("{\"identifier\": 3".utf8))
        let json = try await Tool.run("storekit", "format", "--check", "--json", broken, missing, other)
        #expect(json.status == 2)
        let files = try #require(JSONValue(parsing: json.output).array).compactMap(\.object)
        #expect(files.map { $0[string: "file"] } == [broken, missing, other])
        let rules = files.map { ($0[array: "failures"] ?? []).compactMap { $0.object?[string: "rule"] } }
        #expect(rules == [["not-json"], ["unreadable"], []])
    }

    @Test(
        "Options that contradict each other are refused",
        arguments: [
            ["--in-place", "--check", "a"], ["a", "b"], ["--in-place"], ["--in-place", "a", "-"], ["--json", "a"],
        ]
    )
    func usage(options: [String]) async throws {
        let outcome = try await Tool.run(["storekit", "format"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
    }
}
