import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation
import HTTPServing
import LocalAppStore
import OutgoingHTTP
import ServerLoad

/// `purser load`: how fast a purchase server answers.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Play customers and the App Store against a running purchase server, and take the time.",
        discussion: """
            A store in this process makes the customers and all that is sent, and the server must take it for genuine: \
            `--write-root root.pem` writes the root of --authority and ends, and the server gets it by `--root root.pem`, and the \
            app by `--bundle-id`. Everything goes into the server's database, so take one for the purpose. Each customer is made \
            known first, which is not counted.

            With --rate requests are due at even distances and timed from when they were due, also if the server keeps all \
            connections waiting. Without it each connection asks as soon as it was answered. Ends with 1 if a request was \
            refused, was not sent in time, or --most-p99 was exceeded.
            """
    )

    @Argument(help: ArgumentHelp("The server, such as http://127.0.0.1:8080.", valueName: "url"))
    var server: String?

    @OptionGroup(title: "What is sent")
    var stock: LoadStockOptions

    @OptionGroup(title: "How much of it")
    var pace: LoadPaceOptions

    @Option(help: ArgumentHelp("The app's key, in a file; none for a server without keys.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("How many seconds an answer may take.", valueName: "seconds"))
    var patience = 30.0

    @Option(help: ArgumentHelp("How many milliseconds 99 of 100 answers may take at most.", valueName: "ms"))
    var mostP99: Double?

    @Flag(help: "The server is on another machine, and you may send it all this.")
    var elsewhere = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if let mistake = try pace.plan().mistake { throw ValidationError(mistake) }
        guard (0.001...3_600).contains(patience) else { throw ValidationError("--patience is 0.001 to 3600 seconds") }
        guard let server else {
            guard stock.writeRoot == nil else { return }
            throw ValidationError("name the server, such as http://127.0.0.1:8080")
        }
        let address = try HTTPAddress(argument: server, of: "the server's address")
        guard HostName(address.url.host ?? "").isLoopback || elsewhere else {
            throw ValidationError("the server is on another machine; say --elsewhere if you may send it all this")
        }
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        do {
            let authority = try stock.authority(around: Date())
            if let path = stock.writeRoot {
                try OutputFile(path: path).write(Data(authority.jwsRootPEM.utf8))
                return
            }
            let result = try await result(authority)
            show(result, on: terminal)
            guard result.isGood(mostP99: mostP99) else { throw ExitStatus.invalid }
        } catch let error as LoadFailure {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        } catch let error as StoreError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        } catch let error as ServeFailure {
            terminal.complain(error.code, error.description, json: json)
            throw ExitStatus.unusable
        } catch let error as OutputFile.Failure {
            terminal.complain("file-unusable", error.description, json: json)
            throw ExitStatus.unusable
        }
    }

    private func result(_ authority: CertificateAuthority) async throws -> LoadResult {
        let plan = try pace.plan()
        let address = try HTTPAddress(argument: server ?? "", of: "the server's address")
        let key = try keyFile.map { try SecretFile($0, option: "--key-file").text }
        let progress = LoadProgress(isShown: !json && isatty(STDERR_FILENO) == 1)
        let goods = try stock.stock(for: plan, signedBy: authority, at: Date(), progress)
        return try await AsyncHTTPClientTransport.withConnections(plan.connections) { transport in
            let run = try LoadRun(
                plan: plan,
                target: LoadTarget(server: address.url, key: key, patience: patience),
                stock: goods,
                transport: transport,
                clock: ContinuousClock()
            )
            try await run.introduce { progress.show("known to the server", $0) }
            progress.end("asking for \(Int(plan.warmUp + plan.duration)) seconds")
            return try await run.result()
        }
    }

    private func show(_ result: LoadResult, on terminal: Terminal) {
        guard !json else { return terminal.json(.object(result.json)) }
        for line in LoadText(result: result).lines(on: terminal) { terminal.line(line) }
    }
}
