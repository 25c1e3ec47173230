import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("A file that a command makes")
struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }

    @Test("has all of it, is for whom it is meant, and has nothing beside it")
    func made() throws {
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = folder.file("roses")
        try NewFile(path: file.path).write(content, permissions: 0o600)
        #expect(try Data(contentsOf: file) == content)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(try names() == ["roses"])
    }

    @Test("takes the place of nothing that is there", arguments: [true, false])
    func kept(isLink: Bool) throws {
        let file = folder.file("roses")
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
        } else {
            try Data("old".utf8).write(to: file)
        }
        let failure = #expect(throws: SystemFailure.self) {
            try NewFile(path: file.path).write(Data("new".utf8), permissions: 0o600)
        }
        #expect(failure?.number == EEXIST)
        #expect(failure?.description == "File exists")
        #expect(try names() == ["roses"])
        #expect((try? Data(contentsOf: file)) == (isLink ? nil : Data("old".utf8)))
    }

    @Test("stands in the folder of the process where it is named without one, and at the root")
    func folders() {
        #expect(FileFolder(of: "roses").path == ".")
        #expect(FileFolder(of: "/roses").path == "/")
        #expect(FileFolder(of: "a/b/roses").path == "a/b")
    }

    @Test("gives its name to what is finished, and to nothing where something has it")
    func taken() throws {
        let (draft, other) = (folder.file("draft"), folder.file("other"))
        for file in [draft, other] { try Data(file.lastPathComponent.utf8).write(to: file) }
        try NewFile(path: folder.file("roses").path).take(draft.path)
        #expect(try Data(contentsOf: folder.file("roses")) == Data("draft".utf8))
        #expect(throws: SystemFailure(number: EEXIST)) {
            try NewFile(path: folder.file("roses").path).take(other.path)
        }
        #expect(try Data(contentsOf: folder.file("roses")) == Data("draft".utf8))
        #expect(try Data(contentsOf: other) == Data("other".utf8))
    }

    @Test("is not made where there is no folder")
    func nowhere() {
        #expect(throws: SystemFailure(number: ENOENT)) {
            try NewFile(path: folder.file("no/where").path).write(Data(), permissions: 0o600)
        }
    }

    @Test("by several at once is made by one of them, whole")
    func several() async throws {
        let path = folder.file("roses").path
        let contents = (0..<8).map { Data(repeating: UInt8($0), count: 100_000) }
        let made = await withTaskGroup(of: Data?.self) { group in
            for content in contents {
                group.addTask {
                    do {
                        try NewFile(path: path).write(content, permissions: 0o600)
                        return content
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: [Data]()) { made, content in made += content.map { [$0] } ?? [] }
        }
        #expect(made.count == 1)
        #expect(try Data(contentsOf: folder.file("roses")) == made.first)
        #expect(try names() == ["roses"])
    }
}
