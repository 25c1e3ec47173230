import AppStoreModels
import Foundation
import HTTPServing
import Locking
import Logging
import OutgoingHTTP
import PurchaseServer

/// Looks at everything that a server needs, and says of each what was seen and what to do.
///
/// A check that cannot be made because another one failed is skipped, and says so; none ends the others.
struct Doctor: Sendable {
    let settings: ServerSettings
    /// Whether the App Store and the server are asked, which sends a test notification.
    var isOnline = true
    var transport: any HTTPTransport = AsyncHTTPClientTransport()
    var now: @Sendable () -> Date = { Date() }
    var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    /// How many seconds all of it may take: whoever is asked may be slow, and there may be many.
    var limit = 120.0
    /// How many seconds it may take besides to read the whole database; nil for as long as it takes.
    var databaseLimit: Double? = 60
    /// Waits for these seconds.
    var timer: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    /// What was found until the time was over.
    func report() async -> DoctorReport {
        let found = Locked<[DoctorFinding]>([])
        let findings = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await look { findings in found.withLock { $0 += findings } }
                return true
            }
            group.addTask {
                try? await timer(limit)
                return false
            }
            let isComplete = await group.next() ?? false
            // What is cut off now would say that it was cut off.
            let findings = found.withLock { $0 }
            group.cancelAll()
            return isComplete ? findings : findings + [overdue]
        }
        return DoctorReport(findings: findings + (await contentFindings(after: findings)))
    }

    /// How all of the database is, unless something is known to be wrong with it.
    private func contentFindings(after findings: [DoctorFinding]) async -> [DoctorFinding] {
        guard !findings.contains(where: { $0.check == "database" && $0.outcome == .bad }) else { return [] }
        return await DatabaseContentCheck(settings: settings, limit: databaseLimit, timer: timer).findings()
    }

    private var overdue: DoctorFinding {
        .bad(
            "time",
            "after \(Int(limit)) seconds not everything was looked at: whoever was asked after the last check does not answer",
            "look at the way out of this machine, or look at settings and files only: --offline"
        )
    }

    /// Looks at one thing after the other.
    private func look(_ found: @Sendable ([DoctorFinding]) -> Void) async {
        let setup = await ServedSetup(settings, asksDatabase: isOnline)
        found([appsFinding(setup), addressFinding])
        found(SecretFileCheck(settings: settings).findings)
        found(FolderCheck(settings: settings, asksDatabase: isOnline).findings)
        found([await rootsFinding()])
        found([notificationAddressFinding(setup)])
        found([await configurationFinding()])
        found(askingFindings(setup))
        found(environmentFindings(setup))
        guard isOnline else { return }
        found([await serverFinding()])
        found([await ClockCheck(settings: settings, transport: transport, now: now).finding()])
        await ServerAPICheck(
            settings: settings,
            consoleApps: setup.consoleApps,
            transport: transport,
            now: now,
            sleep: sleep
        ).run(found)
    }
}

extension Doctor {
    /// Which apps are served, and whether they are called as App Store Connect calls apps.
    private func appsFinding(_ setup: ServedSetup) -> DoctorFinding {
        let names = settings.bundleIDs
        let entered = setup.consoleApps.flatMap(\.bundleIDs).map { "\($0) (console)" }
        guard !(names + entered).isEmpty else {
            if settings[text: "consoleSecretFile"] != nil {
                return .warning("bundle-id", "no app is named", "enter it at the console, or name it: --bundle-id")
            }
            return .bad("bundle-id", "no app is named", "name it: --bundle-id, or apps in the configuration file")
        }
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-."))
        let odd = names.filter { name in
            !name.contains(".") || name.hasPrefix(".") || name.hasSuffix(".") || name.utf8.count > 155
                || !name.unicodeScalars.allSatisfy { $0.isASCII && allowed.contains($0) }
        }
        guard odd.isEmpty else {
            return .bad(
                "bundle-id",
                "\(odd.joined(separator: ", ")) cannot be bundle identifiers",
                "copy them from App Store Connect, App Information: letters, digits, hyphens and full stops"
            )
        }
        return .good("bundle-id", (names + entered).joined(separator: ", "))
    }

    /// Who can reach the server, and whether they must show a key.
    private var addressFinding: DoctorFinding {
        let host = settings[text: "host"] ?? "127.0.0.1"
        let isLocal = HostName(host).isLoopback
        let place = "\(host):\(settings[text: "port"] ?? "8080")"
        guard settings[yes: "withoutKeys"] else { return .good("access", "\(place), by keys only") }
        guard isLocal else {
            return .bad(
                "access",
                "\(place) is for other machines, and no key is demanded; the server will not start",
                "demand keys, or listen on 127.0.0.1"
            )
        }
        return .warning(
            "access",
            "\(place) without keys: every program on this machine may read and write",
            "demand keys before anybody else can reach it"
        )
    }

    /// Whether a server starts with all of it together: the tables of the file, apps that are named twice, what contradicts
    /// something else.
    private func configurationFinding() async -> DoctorFinding {
        let name = "configuration"
        do {
            let logger = Logger(label: "purser.doctor") { _ in SwiftLogNoOpLogHandler() }
            try await settings.configuration(logger: logger, asksStore: isOnline).check()
            return .good(name, "a server can start with it")
        } catch let error as SettingsError {
            return .bad(name, error.reason, "a server does not start with it: say it otherwise")
        } catch {
            return .bad(name, "\(error)", "a server does not start with it: say it otherwise")
        }
    }

    /// Apps about whose subscriptions the App Store cannot be asked: nothing is said where it can.
    private func askingFindings(_ setup: ServedSetup) -> [DoctorFinding] {
        guard let configuration = setup.configuration else { return [] }
        guard configuration.sharedSecret == nil, configuration.serverAPI == nil else { return [] }
        let silent = configuration.apps.filter { $0.sharedSecret == nil && $0.serverAPI == nil }
        guard !silent.isEmpty else { return [] }
        return [
            .warning(
                "app-store-questions",
                "\(silent.flatMap(\.bundleIDs).sorted().joined(separator: ", ")): neither a shared secret nor a key",
                "without one of them only notifications and uploads tell of renewals and refunds: "
                    + "--shared-secret-file or --server-api-key-file"
            )
        ]
    }

    private func environmentFindings(_ setup: ServedSetup) -> [DoctorFinding] {
        guard let configuration = setup.configuration else { return [] }
        return EnvironmentCheck(configuration: configuration, hasLocalStore: settings[text: "storeUrl"] != nil).findings
    }

    /// Whose signatures count.
    private func rootsFinding() async -> DoctorFinding {
        do {
            let store = try settings.storeAddress()
            let own = try settings.rootAnchors().count
            guard let store else {
                return .good("roots", own == 0 ? "Apple's" : "Apple's and \(own) of \(own == 1 ? "a file" : "files")")
            }
            guard isOnline else { return .skipped("roots", "the store at \(store.absoluteString) was not asked") }
            _ = try await settings.anchors()
            return .good("roots", "Apple's and those of the store at \(store.absoluteString)")
        } catch {
            return .bad("roots", error.reason, "name certificates that are there, or leave them out")
        }
    }

    /// Whether the App Store could reach the address that is said to be its own.
    private func notificationAddressFinding(_ setup: ServedSetup) -> DoctorFinding {
        let name = "notification-address"
        var address: URL?
        do { address = try settings.notificationAddress() } catch {
            return .bad(name, error.reason, "give the one that App Store Connect has")
        }
        if address == nil { address = setup.configuration?.notificationAddress.flatMap { URL(string: $0) } }
        guard let url = address, let host = url.host else {
            return .skipped(name, "not named", "say it: --notification-url https://…/apple/notifications")
        }
        let text = url.absoluteString
        let isLocalStore = settings[text: "storeUrl"] != nil
        guard url.scheme == "https" || isLocalStore else {
            return .bad(name, "\(text) is not https", "the App Store sends to https only: put a proxy before it")
        }
        let isLocal = HostName(host).isLoopback || host.lowercased().hasSuffix(".local")
        guard !isLocal || isLocalStore else {
            return .bad(name, "\(host) is this machine only", "name the address by which the internet reaches it")
        }
        guard url.path == "/apple/notifications" else {
            return .warning(
                name,
                "the path is \(url.path.isEmpty ? "/" : url.path)",
                "the server takes notifications at /apple/notifications; the proxy must lead there"
            )
        }
        return .good(name, text)
    }

    /// Whether a server answers where it should listen.
    private func serverFinding() async -> DoctorFinding {
        let host = settings[text: "host"].map { $0 == "0.0.0.0" || $0 == "::" ? "127.0.0.1" : $0 } ?? "127.0.0.1"
        let place = "http://\(host.contains(":") ? "[\(host)]" : host):\(settings[text: "port"] ?? "8080")"
        guard settings[integer: "port"] != 0, let url = URL(string: place + "/health") else {
            return .skipped("server", "it takes any free port, so nobody knows where it listens")
        }
        do {
            let answer = try await transport.send(HTTPTransportRequest(url: url, method: "GET", timeout: 10))
            guard answer.status != 200 else { return .good("server", "\(place) answers") }
            return .bad("server", "\(place)/health answers \(answer.status)", "look at its log")
        } catch {
            return .warning("server", "nothing answers at \(place)", "start it: purser server serve")
        }
    }
}
