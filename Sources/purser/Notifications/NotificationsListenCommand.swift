import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Foundation
import HTTPServing
import Locking
import ServiceLifecycle
import UnixSignals

/// `purser notifications listen`: a receiver of server notifications.
struct NotificationsListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Receive server notifications: verify them, print a line for each, answer as told.",
        discussion: """
            Both versions are received, at any path. Version 2 is verified by its signature; version 1 by the receipt inside \
            it and, if one is given, by the shared secret. Answers: a status such as 200 or 500, slow or slow:SECONDS, cut \
            for a connection that ends in the middle of the answer. With several, each is used once, the last one from then \
            on. What comes by a foreign name, or from a page of another site, is refused and not counted. Example, with a \
            local store:

              purser notifications listen --root shop/jws-root.pem --root shop/receipt-root.pem
              purser store notify http://127.0.0.1:8090 --data shop
            """
    )

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8090

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "A name by which it may be asked, besides this machine's own, as a proxy does; may be given several times.",
            valueName: "name"
        )
    )
    var allowedNames: [String] = []

    @Option(name: .customLong("answer"), help: "How to answer; may be given several times.")
    var answers: [ListenerAnswer] = []

    @Option(help: ArgumentHelp("Keep each notification in this folder, for `replay`.", valueName: "dir"))
    var save: String?

    @Option(help: ArgumentHelp("End after so many notifications.", valueName: "number"))
    var count: Int?

    @Option(name: .customLong("bundle-id"), help: "The app they must be about; any if not given.")
    var bundleID: String?

    @OptionGroup var secret: SharedSecretOptions
    @OptionGroup var trust: TrustOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        _ = try trust.policy()
        if let count, count < 1 { throw ValidationError("--count: \(count) is below 1") }
        try PortArgument.check(port, "--port")
        if let mistake = allowedNames.lazy.compactMap(OwnNames.mistake).first {
            throw ValidationError("--allow-host: \(mistake)")
        }
        guard HostName(host).isLoopback else {
            throw ValidationError("--host: \(host) can be reached from other machines; put a proxy before this one")
        }
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        let stop = AsyncStream<Void>.makeStream()
        let left = Locked(count)
        let json = json
        let listener: NotificationListener
        do {
            listener = try NotificationListener(
                host: host,
                port: port,
                allowedNames: allowedNames,
                inspector: try inspector(),
                answers: answers.isEmpty ? [ListenerAnswer(argument: "200")].compactMap { $0 } : answers,
                folder: save.map { NotificationFolder(url: URL(fileURLWithPath: $0, isDirectory: true)) },
                logger: LogStream.logger("purser.notifications")
            ) { inspection, answer, file in
                if json {
                    terminal.json(.object(inspection.json("\(answer)", file: file)), .compact)
                } else {
                    terminal.line(inspection.line("\(answer)", on: terminal))
                }
                let isLast = left.withLock { left in
                    left = left.map { $0 - 1 }
                    return left == 0
                }
                if isLast || StandardStream.output.failure != nil { stop.continuation.yield() }
            }
        } catch {
            terminal.complain("file-unusable", "\(error)", json: json, .compact)
            throw ExitStatus.unusable
        }
        try await serve(listener, until: stop.stream, terminal)
    }

    private func serve(
        _ listener: NotificationListener,
        until stop: AsyncStream<Void>,
        _ terminal: Terminal
    ) async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [listener],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: listener.logger
            )
        )
        let stopping = Task {
            for await _ in stop { await group.triggerGracefulShutdown() }
        }
        defer { stopping.cancel() }
        async let announced: Void = announce(listener, terminal, group)
        do {
            try await EndingBySignal.withLimit(ServerLimits()) { try await group.run() }
            await announced
        } catch {
            await announced
            terminal.complain("address-unusable", "\(error)", json: json, .compact)
            throw ExitStatus.unusable
        }
    }

    private func announce(_ listener: NotificationListener, _ terminal: Terminal, _ group: ServiceGroup) async {
        guard let port = try? await listener.listeningPort() else { return }
        let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        if json {
            terminal.json(["url": .string(url)], .compact)
        } else {
            terminal.line("notifications are received at \(url)")
        }
        if StandardStream.output.failure != nil { await group.triggerGracefulShutdown() }
    }

    private func inspector() throws -> NotificationInspector {
        let policy = try trust.policy()
        let moment = trust.at?.date
        let environments: Set<AppStoreEnvironment> =
            trust.acceptsXcode ? [.production, .sandbox, .xcode] : [.production, .sandbox]
        let verifier = SignedDataVerifier(
            policy: policy,
            apps: bundleID.map { [AppIdentity(bundleID: $0)] } ?? [],
            environments: environments,
            // A local store's clock may be anywhere, and nothing is decided here but what is printed.
            maximumClockSkew: 100 * 365 * 86_400
        ) { moment ?? Date() }
        return NotificationInspector(
            verifier: bundleID == nil ? verifier.acceptingAnyApp() : verifier,
            oldStyle: OldStyleNotificationVerifier(
                policy: policy,
                bundleID: bundleID,
                environments: environments,
                sharedSecret: try secret.text().map { AppSharedSecret($0) }
            )
        )
    }
}
