import Foundation
import Testing

@testable import purser

@Suite("The log of a server")
struct LogStreamTests {
    private let ends: PipeEnds

    init() throws { ends = try PipeEnds() }

    private var lines: [String] {
        String(decoding: ends.readOnce(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("drops lines while nobody reads, and says how many when somebody does")
    func unreadPipe() {
        let log = LogStream(descriptor: ends.writer, patience: 0)
        let long = String(repeating: "x", count: 4_000)
        for _ in 0..<100 { log.write(long + "\n") }
        let kept = lines
        #expect((1..<100).contains(kept.count))
        #expect(Set(kept) == [long])
        log.write("again\n")
        #expect(lines == [Self.missing(100 - kept.count), "again"])
        ends.closeWriter()
    }

    @Test("goes on when the disk was full, and says how many lines are missing")
    func fullDisk() {
        let descriptor = open("/dev/full", O_WRONLY)
        let log = LogStream(descriptor: descriptor, patience: 0)
        log.write("lost\n")
        log.write("lost\n")
        #expect(dup2(ends.writer, descriptor) == descriptor)
        log.write("kept\n")
        log.write("kept too\n")
        #expect(lines == [Self.missing(2), "kept", "kept too"])
        close(descriptor)
        ends.closeWriter()
    }

    @Test("has one line for one event, whatever a stranger sent")
    func controlCharacters() {
        LogStream(descriptor: ends.writer, patience: 0).write("path=/a\n2026 critical forged\u{1B}[2J\n")
        #expect(lines == ["path=/a\\u{A}2026 critical forged\\u{1B}[2J"])
        ends.closeWriter()
    }

    private static func missing(_ count: Int) -> String {
        "\(count) lines of the log are missing here: they could not be written"
    }
}
