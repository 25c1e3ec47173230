/// The behaviours of purchase flows, and what runs them.
///
/// ```swift
/// let report = await ConformanceSuite.run(on: harness)
/// print(report.text)
/// ```
public enum ConformanceSuite {
    /// The version: the first number grows when a behaviour is added or wants more, the second when one is added behind a
    /// capability, the third with the wording.
    public static let version = "3.2.0"

    /// All behaviours.
    public static var behaviours: [Behaviour] { checks.map(\.behaviour) }

    static let checks: [ConformanceCheck] =
        productChecks + purchaseChecks + pendingChecks + finishChecks + restoreChecks + entitlementChecks + planChecks
        + offerChecks + storefrontChecks + familyChecks + billingChecks + troubleChecks + receiptChecks
        + serverDeliveryChecks + serverRightsChecks

    /// Tries behaviours, one after the other, until the task is cancelled: those that come later have failed.
    ///
    /// - Parameters:
    ///   - harness: The implementation.
    ///   - ids: Which; nil for all. An identifier that the suite does not know is no error and no entry.
    public static func run(on harness: any PurchaseHarness, only ids: Set<String>? = nil) async -> ConformanceReport {
        var entries: [ConformanceReport.Entry] = []
        for check in checks where ids?.contains(check.behaviour.id) ?? true {
            entries.append(.init(behaviour: check.behaviour, outcome: await outcome(of: check, on: harness)))
        }
        return ConformanceReport(suiteVersion: version, implementation: harness.name, entries: entries)
    }

    private static func outcome(
        of check: ConformanceCheck,
        on harness: any PurchaseHarness
    ) async -> ConformanceReport.Outcome {
        var capabilities = harness.capabilities
        if capabilities.contains(.freshCustomer) { capabilities.insert(.purchases) }
        let missing = check.behaviour.needs.subtracting(capabilities)
        guard missing.isEmpty else { return .skipped(missing: missing) }
        if Task.isCancelled { return .failed(seen: "the run was cancelled before this was tried") }
        do {
            try await check.body(ConformanceRun(harness: harness, customer: try await harness.begin()))
            return .passed
        } catch let error as NotHeld {
            return .failed(seen: error.seen)
        } catch {
            return .failed(seen: "the harness failed: \(error)")
        }
    }
}

/// A behaviour, and how one sees whether it holds.
struct ConformanceCheck: Sendable {
    let behaviour: Behaviour
    let body: @Sendable (ConformanceRun) async throws -> Void

    init(
        _ id: String,
        _ level: Behaviour.Level,
        _ statement: String,
        needs: Set<Capability> = [.freshCustomer],
        _ body: @escaping @Sendable (ConformanceRun) async throws -> Void
    ) {
        behaviour = Behaviour(id, level, statement, needs: needs)
        self.body = body
    }
}
