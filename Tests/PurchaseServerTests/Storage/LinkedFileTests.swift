import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Links in a server's folder")
struct LinkedFileTests {
    private static let text = Data("somebody else's".utf8)

    private let folder: TemporaryFolder
    private let target: URL
    private var database: URL { folder.file("purchases.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        target = try folder.file("target", content: Self.text)
    }

    private func path(_ ending: String) -> String { database.path + ending }

    private func link(_ ending: String, to file: URL) throws {
        try FileManager.default.createSymbolicLink(atPath: path(ending), withDestinationPath: file.path)
    }

    /// What somebody is told who takes the lock, in each of the three ways.
    private func refusals() -> [PurchaseServerError?] {
        [
            #expect(throws: PurchaseServerError.self) { try FolderLock(databaseFile: database, settings: "a") },
            #expect(throws: PurchaseServerError.self) { try FolderLock(beside: database) },
            #expect(throws: PurchaseServerError.self) { try FolderLock(alone: database, for: "restore") },
        ]
    }

    @Test("A link is no lock, and what it names stays as it is")
    func lockIsLink() throws {
        try link(".lock", to: target)
        for error in refusals() {
            #expect(error?.code == .databaseUnusable)
            #expect(error?.reason.contains("purchases.sqlite.lock is a link; ") == true)
        }
        #expect(try Data(contentsOf: target) == Self.text)
    }

    @Test("Nor is one that leads nowhere, and nothing is made there")
    func lockLeadsNowhere() throws {
        try link(".lock", to: folder.file("none"))
        for error in refusals() { #expect(error?.reason.contains("is a link; ") == true) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("none").path))
    }

    @Test("Nor is another name of a file")
    func lockIsHardLink() throws {
        try FileManager.default.linkItem(atPath: target.path, toPath: path(".lock"))
        for error in refusals() {
            #expect(error?.code == .databaseUnusable)
            #expect(error?.reason.contains("is a link (a hard one); ") == true)
        }
        #expect(try Data(contentsOf: target) == Self.text)
    }

    @Test("A lock that is there is taken again, and closed to others; what a link beside it names keeps its mode")
    func modes() throws {
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        try Data("a".utf8).write(to: URL(fileURLWithPath: path(".lock")))
        try link("-wal", to: target)
        for file in [target.path, path(".lock")] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        }
        PrivateFiles(database: database).prepareDatabase()
        #expect(try mode(target.path) == 0o644)
        #expect(try mode(path(".lock")) == 0o600)
        #expect(try mode(database.path) == 0o600)
        withExtendedLifetime(try FolderLock(databaseFile: database, settings: "a")) {}
    }
}
