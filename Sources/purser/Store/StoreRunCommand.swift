import AppStoreModels
import ArgumentParser
import Foundation
import HTTPServing
import LocalAppStore
import LocalAppStoreServer
import Logging

/// `purser store run`: a store for as long as one command runs.
struct StoreRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command beside a local App Store of its own.",
        discussion: """
            purser store run --catalogue shop.storekit -- npm test

            Starts a store on a free port, in a new folder unless --data names one, and runs the command with the \
            variables of `purser store env`. Ends with the exit code of the command, or with 128 and the number of the \
            signal that ended it; 124 when --time-limit was over; 126 and 127 when it could not be started, as in a \
            shell. If it failed, what the store was asked is printed to standard error. SIGINT, SIGTERM, SIGHUP and \
            SIGQUIT are passed on; a command that has not ended ten seconds later is killed. Any number of stores can \
            run side by side.
            """
    )

    @Option(help: ArgumentHelp("What is for sale: a .storekit file.", valueName: "file"))
    var catalogue: String

    @Option(
        help: ArgumentHelp(
            "The store's folder, which stays. Without it the store is new, and gone at the end.",
            valueName: "dir"
        )
    )
    var data: String?

    @OptionGroup(title: "Time")
    var pace: StorePaceOptions

    @OptionGroup(title: "Identity")
    var identity: StoreIdentityOptions

    @OptionGroup(title: "Beginning")
    var beginning: StoreBeginningOptions

    @OptionGroup(title: "Network")
    var tls: StoreTLSOptions

    @Option(help: ArgumentHelp("Where server notifications go.", valueName: "url"))
    var notify: String?

    @Option(help: ArgumentHelp("How long the command may take; then it gets SIGTERM.", valueName: "seconds"))
    var timeLimit: Double?

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The command and its arguments, after --.", valueName: "command")
    )
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("name a command after --, for example: -- npm test") }
        if let timeLimit, !(0.001...31_536_000).contains(timeLimit) {
            throw ValidationError("--time-limit: \(timeLimit) is not between 0.001 and 31536000 seconds")
        }
        _ = try notify.map { try HTTPAddress(argument: $0, of: "--notify") }
    }

    func run() async throws {
        let folder = data.map { URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL } ?? Self.newFolder
        defer { if data == nil { try? FileManager.default.removeItem(at: folder) } }
        let log = StoreRunLog()
        let ending: ChildProgram.Ending
        do {
            let server = try opening(folder, log).open()
            ending = try await RunningService.with(server, logger: log.logger, place: { try await server.baseURL }) {
                url in
                let variables = try await variables(of: server, at: url, folder)
                return try await ChildProgram(command, variables: variables.table).run(upTo: timeLimit)
            }
        } catch {
            Terminal.complain((error as? StoreError)?.reason ?? "\(error)")
            throw (error as? ChildProgram.Failure)?.exitStatus ?? ExitStatus.unusable
        }
        guard ending.status != 0 else { return }
        for line in log.report(on: ending) { Terminal.note(line) }
        throw ExitCode(ending.status)
    }

    private func opening(_ folder: URL, _ log: StoreRunLog) throws -> StoreOpening {
        StoreOpening(
            catalogue: catalogue,
            folder: folder,
            pace: pace,
            identity: identity,
            beginning: beginning,
            configuration: StoreServerConfiguration(port: 0, tlsPort: tls.port(otherwise: 0)),
            notificationURL: try notify.map { try HTTPAddress(argument: $0, of: "--notify").url },
            logger: log.logger
        )
    }

    private func variables(of server: LocalStoreServer, at url: URL, _ folder: URL) async throws -> StoreVariables {
        StoreVariables(
            url: url,
            tlsURL: try await server.tlsURL,
            folder: folder,
            key: server.serverAPIKey,
            bundleID: server.store.app.bundleID,
            environment: server.store.environment,
            appAppleID: server.store.app.appAppleID
        )
    }

    private static var newFolder: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "purser-store-\(UUID().uuidString.prefix(8).lowercased())",
            isDirectory: true
        )
    }
}
