import AppStoreModels
import AppStoreServerClient
import ArgumentParser
import Foundation
import LocalAppStore

/// `purser api`: any call of the App Store Server API.
struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Call the App Store Server API, or a local store's.",
        discussion: """
            What is signed in an answer is verified and shown decoded. CALL is one of:

            \(ServerAPIEndpoint.all.map(listed).joined(separator: "\n"))

            Histories are a row for each transaction or notification; --verbose prints all that they say. With --all and \
            --json each page is an object on a line of its own.

            The key comes from --key, --key-id, --issuer-id and --bundle-id, or from the variables PURSER_API_KEY (the \
            path of the .p8 file), PURSER_API_KEY_ID, PURSER_API_ISSUER_ID and PURSER_API_BUNDLE_ID; with --local from the \
            folder of a store that runs; below `purser store run` from the store. \
            Exit codes: 0 done, 1 the App Store refused, 2 it could not be asked.
            """
    )

    @Argument(help: "The call, for example transaction-info.")
    var call: String

    @Argument(help: "What stands in its path, for example a transaction.")
    var arguments: [String] = []

    @Option(
        help: ArgumentHelp(
            "An item of the query, for example productType=CONSUMABLE; may be repeated.",
            valueName: "name=value"
        )
    )
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "The body: JSON, or a file that holds it; for upload-image a PNG.",
            valueName: "json or file"
        )
    )
    var body: String?

    @Flag(help: "Walk through all pages; with --json each is an object on a line of its own.")
    var all = false

    @Flag(help: "Print all that a history says, not a row for each transaction or notification.")
    var verbose = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var access: APIAccessOptions

    func validate() throws {
        let endpoint = try endpoint
        guard !all || endpoint.pageMark != nil else {
            throw ValidationError("\(endpoint.name) has no pages")
        }
        let names = endpoint.argumentNames
        guard arguments.count == names.count else {
            let wanted = names.isEmpty ? "no argument" : names.joined(separator: " ")
            throw ValidationError("\(endpoint.name) takes \(wanted): purser api \(Self.usage(endpoint))")
        }
    }

    private var endpoint: ServerAPIEndpoint {
        get throws {
            guard let endpoint = ServerAPIEndpoint.all.first(where: { $0.name == call }) else {
                throw ValidationError("there is no call \(call.prefix(60)); `purser api --help` lists them")
            }
            return endpoint
        }
    }

    func run() async throws {
        let endpoint = try endpoint
        let terminal = Terminal.standardOutput()
        let query = try query.map(Self.item)
        let body = try Self.body(body, of: endpoint)
        do {
            let client = try await access.client()
            try await walk(client, endpoint, query, body, terminal)
        } catch let error as ServerAPIError {
            throw report(error, terminal)
        } catch let error as APIAccessError {
            terminal.complain(error.code, error.message, json: json)
            throw ExitStatus.unusable
        }
    }

    /// One page, or with `--all` each, printed as it comes.
    private func walk(
        _ client: ServerAPIClient,
        _ endpoint: ServerAPIEndpoint,
        _ query: [(name: String, value: String)],
        _ body: Data,
        _ terminal: Terminal
    ) async throws {
        var mark: String?
        var environment: AppStoreEnvironment?
        for page in 1...10_000 {
            var items = query
            if let mark, let name = endpoint.pageMark {
                items = items.filter { $0.name != name } + [(name, mark)]
            }
            let answer = try await client.send(
                endpoint,
                arguments: arguments,
                query: items,
                body: body,
                in: environment
            )
            environment = answer.environment
            print(answer, to: endpoint, terminal)
            let next = endpoint.pageMark.flatMap { answer.json?[string: $0] }
            guard all, answer.json?[boolean: "hasMore"] == true, let next, next != mark else { return }
            mark = next
            if Self.tellsProgress(
                json: json,
                outputIsTerminal: isatty(STDOUT_FILENO) == 1,
                errorsAreTerminal: isatty(STDERR_FILENO) == 1
            ) {
                Terminal.note("page \(page) read, there is more")
            }
        }
        Terminal.note(
            "stopped after 10000 pages; go on with --query \(endpoint.pageMark ?? "")=\(mark ?? "")"
        )
    }

    /// Whether a person watches who is to hear of each page: not between objects that are printed before the same eyes.
    static func tellsProgress(json: Bool, outputIsTerminal: Bool, errorsAreTerminal: Bool) -> Bool {
        errorsAreTerminal && !(json && outputIsTerminal)
    }

    private func print(_ answer: ServerAPIClient.AnyAnswer, to endpoint: ServerAPIEndpoint, _ terminal: Terminal) {
        guard let object = answer.json else {
            if json { terminal.json(.object(["done": true])) } else { terminal.line("done") }
            return
        }
        // Pages are one object a line, so that a program can read them one by one.
        if json { return terminal.json(.object(object), all ? .compact : .indented) }
        let text = APIAnswerText(object, to: endpoint)
        (verbose ? text.lines(on: terminal) : text.table(on: terminal) ?? text.lines(on: terminal)).forEach(
            terminal.line
        )
    }

    private func report(_ error: ServerAPIError, _ terminal: Terminal) -> ExitCode {
        if json {
            var object: JSONObject = [
                "code": .string(error.code.rawValue), "message": .string(error.reason),
            ]
            object[integer: "errorCode"] = error.errorCode.map { Int64($0.rawValue) }
            object[string: "errorMessage"] = error.message
            object[integer: "httpStatus"] = error.httpStatus.map(Int64.init)
            object[boolean: "isRetryable"] = error.isRetryable
            object[milliseconds: "retryDate"] = error.retryAt
            terminal.json(.object(["error": .object(object)]))
        } else {
            Terminal.complain("\(error)")
            if let retryAt = error.retryAt { Terminal.note("ask again at \(RFC3339.string(from: retryAt))") }
        }
        return [.refused, .notVerified].contains(error.code) ? ExitStatus.invalid : ExitStatus.unusable
    }

    private static func usage(_ endpoint: ServerAPIEndpoint) -> String {
        ([endpoint.name] + endpoint.argumentNames.map { "<\($0)>" }).joined(separator: " ")
    }

    private static func listed(_ endpoint: ServerAPIEndpoint) -> String {
        // The calls of which no local store knows anything.
        let isEmulated = AppStoreCall(method: endpoint.method, path: endpoint.path)?.name != nil
        return "  \(usage(endpoint))" + (isEmulated ? "" : " (not emulated locally)")
    }

    private static func item(_ text: String) throws -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw ValidationError("--query takes name=value, not \(text.prefix(60))")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func body(_ text: String?, of endpoint: ServerAPIEndpoint) throws -> Data {
        guard let text else { return Data() }
        let isJSON = text.drop(while: \.isWhitespace).first == "{"
        let data: Data
        do {
            data =
                isJSON ? Data(text.utf8) : try InputSource(argument: text).readFile(limit: 16 * 1024 * 1024)
        } catch {
            throw ValidationError("--body: \(error)")
        }
        guard endpoint != .uploadImage, (try? JSONValue(parsing: data))?.object == nil else {
            return data
        }
        throw ValidationError("--body holds no JSON object")
    }
}
