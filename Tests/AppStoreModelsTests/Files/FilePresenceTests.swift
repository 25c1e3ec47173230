import Foundation
import TestSupport
import Testing

@testable import AppStoreModels

@Suite("Whether something is at a path")
struct FilePresenceTests {
    private struct Failure: Error, Equatable {
        let reason: String
    }

    @Test("Files and folders are there; what is not, and what cannot be, is missing")
    func looked() throws {
        let folder = try TemporaryFolder()
        let file = try folder.emptyFile("file")
        #expect(FilePresence(of: folder.url.path) == .there)
        #expect(FilePresence(of: file.path) == .there)
        #expect(FilePresence(of: folder.file("none").path) == .missing)
        #expect(FilePresence(of: file.path + "/within") == .missing)
        #expect(FilePresence(of: folder.file(String(repeating: "x", count: 5_000)).path) == .missing)
        #expect(FilePresence(of: "") == .missing)
        let link = folder.file("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("none").path)
        #expect(FilePresence(of: link) == .missing)
    }

    @Test(
        "Only where the system says that nothing can be there, nothing is",
        arguments: [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP]
    )
    func missing(number: Int32) throws {
        let presence = FilePresence(of: "/data/file", refusedWith: number)
        #expect(presence == .missing)
        #expect(try presence.isThere(orThrow: Failure.init) == false)
    }

    @Test(
        "Where this user may not look nobody can say, and that is said with what to do",
        arguments: [
            (EACCES, "/data/file: this user may not look into its folder; run as the owner of that"),
            (EPERM, "/data/file: this user may not look into its folder; run as the owner of that"),
            (EIO, "/data/file cannot be looked for (\(String(cString: strerror(EIO))))"),
        ]
    )
    func hidden(number: Int32, reason: String) {
        let presence = FilePresence(of: "/data/file", refusedWith: number)
        #expect(presence == .hidden(reason))
        #expect(throws: Failure(reason: reason)) { try presence.isThere(orThrow: Failure.init) }
    }
}
