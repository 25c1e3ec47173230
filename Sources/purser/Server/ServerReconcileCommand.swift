import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server reconcile`.
struct ServerReconcileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compare what is known about purchases with what the App Store says, and mend it.",
        discussion: """
            Give it the settings of the server, which may run meanwhile. Without --mend nothing is changed. Each question \
            counts against the limits of the App Store. A run that ended early is gone on with by the next one, within a \
            week; --from-start begins anew. Exit code 1 if differences are left, if a purchase could not be asked about, or \
            if the run ended before the last purchase, as with --limit.
            """
    )

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Flag(help: "Keep what the App Store says.")
    var mend = false

    @Option(
        help: ArgumentHelp("Only the purchases of this customer.", valueName: "name"),
        transform: { text in
            guard let customer = CustomerID(text) else {
                throw ValidationError("--customer: a customer's name has 1 to 256 bytes and no control characters")
            }
            return customer
        }
    )
    var customer: CustomerID?

    @Option(
        help: ArgumentHelp("Only this App Store: production or sandbox.", valueName: "environment"),
        transform: { text in
            switch text.lowercased() {
            case "production": return .production
            case "sandbox": return .sandbox
            default: throw ValidationError("--environment: \(text) is none of production, sandbox")
            }
        }
    )
    var environment: AppStoreEnvironment?

    @Option(
        help: ArgumentHelp(
            "Where to go on, as a run before said; without it where the last one stopped.",
            valueName: "position"
        )
    )
    var from: String?

    @Flag(help: "Begin anew, wherever the last run stopped.")
    var fromStart = false

    @Option(help: ArgumentHelp("The most purchases to ask about in this run.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Print JSON: a line for each difference and failure, the sum at the end.")
    var json = false

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be at least 1") }
        guard from == nil || !fromStart else { throw ValidationError("give either --from or --from-start") }
    }

    func run() async throws {
        let settings = try options.settings()
        let configuration = try await SettingsFailure.told { () async throws(SettingsError) in
            try await settings.configuration(logger: LogStream.logger("purser.server"))
        }
        let printer = ReconciliationPrinter(terminal: .standardOutput(), isJSON: json)
        do {
            try configuration.place.checkIsThere()
            if !mend { try DatabaseUpgrade(configuration.place).checkIsCurrent() }
            let server = try PurchaseServerApplication(besideServer: configuration)
            let report = try await server.reconcile(order) { printer.print($0) }
            printer.print(report, mends: mend)
            guard report.isSettled else { throw ExitStatus.invalid }
        } catch let error as PurchaseServerError {
            printer.fail(error.code.rawValue, error.reason)
            throw ExitStatus.unusable
        }
    }

    private var order: ReconciliationOrder {
        var order = ReconciliationOrder()
        order.mends = mend
        order.customer = customer
        order.environment = environment
        order.position = from
        order.resumes = !fromStart
        order.maximumPurchases = limit
        return order
    }
}

extension ReconciliationReport {
    /// Whether nothing is left to mend, to ask again, or to look at.
    var isSettled: Bool { differences == mended && failures == 0 && position == nil }
}
