import AppStoreServerClient
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("Files with shared secrets")
struct SharedSecretFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ content: String) throws -> String {
        try folder.file(name, content: Data(content.utf8)).path
    }

    @Test("One is of all apps, others of one each; the line break at the end is no part of it")
    func secrets() throws {
        let all = try file("all", "of all\n")
        let own = try file("own", "its own\r\n")
        let files = try SharedSecretFiles([all, "com.a=\(own)"], apps: ["com.a", "com.b"])
        #expect(files.ofAll == AppSharedSecret("of all"))
        #expect(files.ofApps == ["com.a": AppSharedSecret("its own")])
        let none = try SharedSecretFiles([], apps: ["com.a"])
        #expect(none.ofAll == nil)
        #expect(none.ofApps.isEmpty)
    }

    @Test("A path may have an equals sign; what stands before it counts only if it is an app")
    func equalsSign() throws {
        let path = try file("a=b", "hush")
        #expect(try SharedSecretFiles([path], apps: ["com.a"]).ofAll == AppSharedSecret("hush"))
        #expect(try SharedSecretFiles(["com.a=\(path)"], apps: ["com.a"]).ofApps["com.a"] == AppSharedSecret("hush"))
    }

    @Test("Two secrets for one place are refused")
    func twice() throws {
        let path = try file("one", "hush")
        for (arguments, whose) in [([path, path], "all apps"), (["com.a=\(path)", "com.a=\(path)"], "com.a")] {
            let error = #expect(throws: ValidationError.self) { try SharedSecretFiles(arguments, apps: ["com.a"]) }
            #expect(error?.message == "--shared-secret-file: there are two secrets of \(whose); name one")
        }
    }

    @Test(
        "A file that cannot be one is named, never its content",
        arguments: [
            ("missing", "does not exist"), ("empty", "is empty"), ("folder", "cannot be read"),
            ("bytes", "holds no text"), ("large", "has more than 65536 bytes; it is no secret"),
        ]
    )
    func refused(name: String, words: String) throws {
        _ = try folder.file("empty", content: Data(" \n".utf8))
        _ = try folder.file("large", content: Data(repeating: 0x61, count: 65_537))
        _ = try folder.file("bytes", content: Data([0xFF, 0xFE, 0x00]))
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        let path = folder.file(name).path
        let error = #expect(throws: ValidationError.self) { try SharedSecretFiles([path], apps: []) }
        #expect(error?.message == "--shared-secret-file: the file \(path) \(words)")
    }
}
