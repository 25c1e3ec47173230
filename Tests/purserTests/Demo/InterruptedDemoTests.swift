import AppStoreModels
import Foundation
import Testing

@Suite("purser demo that stays up")
struct InterruptedDemoTests {
    @Test("It stays up until it is interrupted, then ends cleanly", arguments: [SIGINT, SIGTERM])
    func interrupt(_ signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = ["demo", "--json", "--data", folder.url.path]
        let output = Pipe()
        let errors = try folder.emptyFile("errors")
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        let steps = output.fileHandleForReading.lines
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()

        var last: JSONObject?
        for await line in steps {
            last = try JSONValue(parsing: line).object
            guard last?[string: "step"] == "ready" else { continue }
            #expect(process.isRunning)
            kill(process.processIdentifier, signal)
        }
        for await _ in ended.stream {}
        #expect(last?[string: "step"] == "ready")
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: errors, encoding: .utf8) == "")
    }
}
