import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("A file that a command writes")
struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    @Test("is replaced as a whole, through a symbolic link")
    func replaced() throws {
        let file = try folder.file("roses", content: Data("old and longer".utf8))
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "roses")
        try OutputFile(path: path("link")).write(Data("new".utf8))
        #expect(try Data(contentsOf: file) == Data("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "roses")
    }

    @Test("is not overwritten unasked")
    func kept() throws {
        let file = try folder.file("roses", content: Data("old".utf8))
        #expect(throws: OutputFile.Failure.self) {
            try OutputFile(path: file.path).write(Data("new".utf8), overwrites: false)
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["roses"])
    }

    @Test(
        "goes on behind what is there if it is standard output",
        arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
    )
    func standardOutput(name: String) async throws {
        let file = try folder.file("roses", content: Data("roses\n".utf8))
        let script = #"{ "$0" storekit new "$1" --seed 1 && echo tulips; } >> "$2""#
        let outcome = try await Command(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script, Tool.executable.path, name, file.path]
        ).run()
        #expect(outcome.ending == .exited(0), "\(outcome.text)")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("roses\n{\n"), "\(text)")
        #expect(text.contains("\(name): 0 products, version "), "\(text)")
        #expect(text.hasSuffix("\ntulips\n"), "\(text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["roses"])
    }

    @Test("stays a pipe if it is one")
    func pipe() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        // Both ends at once, so that neither waits for the other.
        let reader = open(path("pipe"), O_RDWR)
        try OutputFile(path: path("pipe")).write(Data("roses".utf8))
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) == 5)
        #expect(close(reader) == 0)
        let kind = try FileManager.default.attributesOfItem(atPath: path("pipe"))[.type] as? FileAttributeType
        #expect(kind == .typeUnknown)
    }

    @Test("says in one line what is in the way", arguments: ["/dev/full", "no/where/roses"])
    func failure(name: String) throws {
        let file = OutputFile(path: name.hasPrefix("/") ? name : path(name))
        let error = #expect(throws: OutputFile.Failure.self) { try file.write(Data("roses".utf8)) }
        #expect(error?.description.hasPrefix("\(file.path) cannot be written: ") == true)
        #expect(error?.description.contains("\n") == false)
    }
}
