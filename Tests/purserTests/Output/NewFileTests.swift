import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("A file that a command makes")
struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }

    @Test("has all of it, is for whom it is meant, and has nothing beside it")
    func made() throws {
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = folder.file("roses")
        try NewFile(path: file.path).write(content, mode: 0o600)
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
        let failure = #expect(throws: NewFile.Failure.self) {
            try NewFile(path: file.path).write(Data("new".utf8), mode: 0o600)
        }
        #expect(failure?.number == EEXIST)
        #expect(failure?.description == "File exists")
        #expect(try names() == ["roses"])
        #expect((try? Data(contentsOf: file)) == (isLink ? nil : Data("old".utf8)))
    }

    @Test("is not made where there is no folder")
    func nowhere() {
        #expect(throws: NewFile.Failure(number: ENOENT)) {
            try NewFile(path: folder.file("no/where").path).write(Data(), mode: 0o600)
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
                        try NewFile(path: path).write(content, mode: 0o600)
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
