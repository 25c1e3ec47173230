import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// Which running store a command talks to, and how it prints the answer.
struct StoreConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the store; it says where the store listens.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("The address of the store, for example http://127.0.0.1:8081.", valueName: "url"))
    var url: String?

    @Flag(help: "Print the store's answer as JSON.")
    var json = false

    /// Sends requests one after the other and prints the last answer.
    ///
    /// - Parameters:
    ///   - request: What the store is asked.
    ///   - text: The answer for a person.
    /// - Throws: The exit code, after the failure has been printed.
    func perform<Answer>(
        _ request: StoreControlRequest<Answer>,
        text: (Answer, Terminal) -> Void
    ) async throws {
        try await perform({ client throws(StoreControlError) in try await client.send(request) }, text: text)
    }

    /// Talks to the store and prints what comes of it.
    ///
    /// - Parameters:
    ///   - talk: Asks the store.
    ///   - seen: Looks at the answer before it is printed.
    ///   - text: The answer for a person.
    func perform<Answer: JSONBacked>(
        _ talk: (StoreControlClient) async throws(StoreControlError) -> Answer,
        seen: (Answer) -> Void = { _ in },
        text: (Answer, Terminal) -> Void
    ) async throws {
        let terminal = Terminal.standardOutput()
        let client = try self.client(terminal)
        let answer: Answer
        do {
            answer = try await talk(client)
        } catch {
            throw failure(error, terminal)
        }
        seen(answer)
        if json {
            terminal.json(.object(answer.json))
        } else {
            text(answer, terminal)
        }
    }

    private func client(_ terminal: Terminal) throws -> StoreControlClient {
        do {
            return StoreControlClient(baseURL: try address(ProcessInfo.processInfo.environment))
        } catch let error as StoreServerError {
            throw report(error.code.rawValue, error.reason, [:], ExitStatus.unusable, terminal)
        }
    }

    /// `--url`, else the folder's, else that of the variable.
    func address(_ environment: [String: String]) throws -> URL {
        if let url { return try checked(url, "--url") }
        if let data { return try StoreAddressFile(folder: URL(fileURLWithPath: data, isDirectory: true)).load() }
        if let url = environment["PURSER_STORE_URL"], !url.isEmpty { return try checked(url, "PURSER_STORE_URL") }
        throw ValidationError("say which store: --data DIR, --url URL, or the variable PURSER_STORE_URL")
    }

    private func checked(_ text: String, _ source: String) throws -> URL {
        try HTTPAddress(argument: text, of: source).url
    }

    func failure(_ error: StoreControlError, _ terminal: Terminal) -> ExitCode {
        let status = error.isRefusal && error.code != "not-a-store" ? ExitStatus.invalid : ExitStatus.unusable
        return report(error.code, error.message, error.answer, status, terminal)
    }

    /// One line for a person; the store's own error, or one of the same form, for a program.
    private func report(
        _ code: String,
        _ message: String,
        _ answer: JSONObject,
        _ status: ExitCode,
        _ terminal: Terminal
    ) -> ExitCode {
        if json, !answer.isEmpty {
            terminal.json(.object(answer))
        } else {
            terminal.complain(code, message, json: json)
        }
        return status
    }
}
