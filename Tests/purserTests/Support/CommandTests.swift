import Foundation
import TestSupport
import Testing

@Suite("A program that a test runs", .timeLimit(.minutes(15)))
struct CommandTests {
    private func shell(_ script: String, environment: [String: String] = [:], in folder: URL? = nil) -> Command {
        Command(URL(fileURLWithPath: "/bin/sh"), ["-c", script], environment: environment, in: folder)
    }

    @Test("gets its input, and both streams are kept apart, however long they are")
    func streams() async throws {
        let input = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let outcome = try await shell("tee /dev/stderr | cat").run(input: Data(input.map { $0 & 0x7F }))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output == Data(input.map { $0 & 0x7F }))
        #expect(Data(outcome.errors.utf8) == outcome.output)
    }

    @Test("may leave its input unread", arguments: [0, 1, 3_000_000])
    func unread(count: Int) async throws {
        let outcome = try await shell("exit 3").run(input: Data(repeating: 7, count: count))
        #expect(outcome.ending == .exited(3))
    }

    @Test("has a variable, a folder, and no stream or descriptor of this process")
    func surroundings() async throws {
        let folder = try TemporaryFolder()
        let held = try FileHandle(forReadingFrom: try folder.emptyFile("held"))
        let script = #"printf %s "$FLOWER"; test -e held && ! test -e /dev/fd/\#(held.fileDescriptor) && cat"#
        let outcome = try await shell(script, environment: ["FLOWER": "rose"], in: folder.url).run()
        #expect(outcome.text == "rose")
        #expect(outcome.ending == .exited(0))
        try held.close()
    }

    @Test("says how it ended")
    func ending() async throws {
        #expect(try await shell("kill -9 $$").run().ending == .killed(signal: SIGKILL))
        #expect(try await shell("kill -9 $$").run().status == 137)
        let patient = shell("trap 'echo bye; exit 4' INT; echo ready; while :; do sleep 0.01; done")
        let outcome = try await patient.run(endedBy: SIGINT) { lines in
            #expect(await lines.first { _ in true } == "ready")
        }
        #expect(outcome.ending == .exited(4))
        #expect(outcome.text == "ready\nbye\n")
        let nowhere = Command(URL(fileURLWithPath: "/nowhere/program"), [])
        await #expect(throws: (any Error).self) { try await nowhere.run() }
    }

    @Test("writes on while nobody reads, and may end before its signal comes")
    func unreadOutput() async throws {
        let outcome = try await shell("seq 200000; echo ended").run(endedBy: SIGKILL) { lines in
            let last = await lines.reduce("") { $1 }
            #expect(last == "ended")
        }
        #expect(outcome.text.hasPrefix("1\n2\n"))
        #expect(outcome.text.hasSuffix("\n200000\nended\n"))
    }

    @Test("is gone when the test fails or is cancelled", arguments: [true, false])
    func gone(isCancelled: Bool) async throws {
        struct Failure: Error {}
        let (processes, continuation) = AsyncStream<pid_t>.makeStream()
        let stubborn = shell("trap '' INT TERM; echo $$; while :; do sleep 0.01; done")
        let test = Task {
            try await stubborn.run(endedBy: SIGINT) { lines in
                let line = await lines.first { _ in true }
                continuation.yield(try #require(line.flatMap { pid_t($0) }))
                guard isCancelled else { throw Failure() }
                for await _ in lines {}
            }
        }
        let process = try #require(await processes.first { _ in true })
        if isCancelled { test.cancel() }
        await #expect(throws: (any Error).self) { try await test.value }
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }
}
