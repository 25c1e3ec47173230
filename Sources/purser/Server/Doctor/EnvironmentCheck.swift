import AppStoreModels
import Entitlements
import PurchaseServer

/// Whether purchases of the right App Stores count: a server that was tried out in the sandbox and went live so serves nobody
/// who pays. Nothing is said where all is well.
struct EnvironmentCheck: Sendable {
    /// What the server would run by.
    let configuration: PurchaseServerConfiguration
    /// Whether a local store is named, whose purchases nobody pays for anyway.
    let hasLocalStore: Bool

    var findings: [DoctorFinding] { hasLocalStore ? [] : [sandboxOnly, openSandbox].compactMap(\.self) }

    /// Apps of which no purchase that anybody paid for counts.
    private var sandboxOnly: DoctorFinding? {
        let apps = configuration.apps.filter { !($0.environments ?? configuration.environments).contains(.production) }
        guard !apps.isEmpty else { return nil }
        return .warning(
            "environments",
            "\(apps.flatMap(\.bundleIDs).sorted().joined(separator: ", ")): only purchases of the sandbox count",
            "before anybody pays, add \"Production\" to the app's environments, or leave them out"
        )
    }

    /// Whoever has a sandbox account buys there for nothing.
    private var openSandbox: DoctorFinding? {
        let live = configuration.apps.filter { ($0.environments ?? configuration.environments).contains(.production) }
        guard !live.isEmpty, configuration.customers.sandbox == .everybody else { return nil }
        return .warning(
            "sandbox-testers",
            "what is bought in the sandbox, for nothing, counts for everybody beside what is paid",
            "name those who test: --sandbox-tester NAME"
        )
    }
}
