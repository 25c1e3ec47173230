import ArgumentParser
import Foundation

/// The command-line tool. Every command calls one library function and prints what comes back.
@main
struct Purser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "In-app purchases, from the buy button to the server.",
        discussion: """
            Exit codes: 0 done, 1 the answer is no, 2 it could not be done, also because the result cannot be written \
            (a full disk), 64 the command line makes no sense, 141 nobody reads the result any more (`| head -1`). What \
            a command had done by then stays done.
            """,
        version: "0.1.0",
        subcommands: demo + [
            ServeCommand.self, ServerCommand.self, StoreCommand.self, ReceiptCommand.self,
            JWSCommand.self, APICommand.self, OfferCommand.self, NotificationsCommand.self, StoreKitFileCommand.self,
            LoadCommand.self, CompletionsCommand.self, ManCommand.self,
        ]
    )

    /// The demonstration drives the client over a local device, which is not built where StoreKit is Apple's.
    private static var demo: [any ParsableCommand.Type] {
        #if Demo && os(Linux)
            [DemoCommand.self, SimulateCommand.self]
        #else
            []
        #endif
    }

    /// Runs the command that the arguments name, and ends the process.
    ///
    /// In the place of ArgumentParser's own `main`, which prints help and failures without looking whether they arrive.
    static func main() async {
        ProcessStreams.prepare()
        var status = ExitCode.success
        do {
            var command = try await asyncParseAsRoot()
            if var asyncCommand = command as? any AsyncParsableCommand {
                try await asyncCommand.run()
            } else {
                try command.run()
            }
        } catch {
            status = exitCode(for: error)
            say(fullMessage(for: error), isResult: status.isSuccess)
        }
        Foundation.exit(ending(status).rawValue)
    }

    /// Help is a result like others; what is wrong with the command line is not.
    private static func say(_ message: String, isResult: Bool) {
        guard !message.isEmpty else { return }
        if isResult {
            StandardStream.output.write(message + "\n")
        } else if StandardStream.output.failure == nil {
            StandardStream.errors.write(message + "\n")
        }
    }

    /// The exit code, once all that was written has arrived or has not.
    private static func ending(_ status: ExitCode) -> ExitCode {
        StandardStream.output.finish(STDOUT_FILENO)
        guard let failure = StandardStream.output.failure else { return status }
        if let message = failure.message { StandardStream.errors.write("purser: \(message)\n") }
        return failure.exitStatus
    }
}
