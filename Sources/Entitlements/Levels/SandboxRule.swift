public import AppStoreModels

/// Whose purchases in the sandbox count beside those of the App Store that takes money.
///
/// A purchase in the sandbox costs nothing: whoever may use it has the app for free. App Review and TestFlight buy there,
/// so that somebody may have to.
public struct SandboxRule: Sendable, Hashable {
    /// The App Stores that count for everybody.
    public let environments: Set<AppStoreEnvironment>
    /// The App Stores that count for testers beside them.
    public let testEnvironments: Set<AppStoreEnvironment>
    /// The testers, by the customer identifiers of the caller.
    public let testers: Set<String>

    /// A rule of these sets.
    public init(
        environments: Set<AppStoreEnvironment>,
        testEnvironments: Set<AppStoreEnvironment> = [],
        testers: Set<String> = []
    ) {
        self.environments = environments
        self.testEnvironments = testEnvironments
        self.testers = testers
    }

    /// What was bought with money counts, and nothing else: the rule where none is given.
    public static let nobody = Self(environments: [.production])

    /// Purchases in the sandbox count for everybody: for servers that only testers reach.
    public static let everybody = Self(environments: [.production, .sandbox])

    /// Only purchases in the sandbox count: for looking at the sandbox apart.
    public static let sandboxOnly = Self(environments: [.sandbox])

    /// Purchases in the sandbox count for these customers.
    public static func only(_ testers: Set<String>) -> Self {
        Self(environments: [.production], testEnvironments: [.sandbox], testers: testers)
    }

    /// The App Stores whose purchases count for a customer; nil is a customer of whom nothing is known.
    public func environments(for customer: String?) -> Set<AppStoreEnvironment> {
        guard let customer, testers.contains(customer) else { return environments }
        return environments.union(testEnvironments)
    }
}
