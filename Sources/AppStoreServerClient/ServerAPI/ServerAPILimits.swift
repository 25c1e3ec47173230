package import AppStoreModels
public import Foundation

/// How long and how much a client of the App Store Server API waits for.
public struct ServerAPILimits: Sendable, Hashable {
    /// How long one answer may take, in seconds.
    public var timeout: TimeInterval
    /// How long a whole call may take, in seconds: both environments, all attempts and the waits between them.
    public var totalTimeout: TimeInterval
    /// The longest answer that is read, in bytes.
    public var maximumResponseLength: Int
    /// For how long, in seconds, an unknown transaction (4040010) is asked for again before that is believed: a purchase
    /// of the last moments may not have arrived. 0 believes it at once.
    public var freshPurchaseWindow: TimeInterval
    /// How long a token is used, in seconds: 2 minutes to an hour.
    public var tokenLife: TimeInterval
    /// How many pages a walk through a list has at most.
    public var maximumPages: Int

    /// Limits.
    public init(
        timeout: TimeInterval = 30,
        totalTimeout: TimeInterval = 60,
        maximumResponseLength: Int = 16 * 1024 * 1024,
        freshPurchaseWindow: TimeInterval = 10,
        tokenLife: TimeInterval = 1_800,
        maximumPages: Int = 10_000
    ) {
        self.timeout = timeout
        self.totalTimeout = totalTimeout
        self.maximumResponseLength = maximumResponseLength
        self.freshPurchaseWindow = freshPurchaseWindow
        self.tokenLife = tokenLife
        self.maximumPages = maximumPages
    }
}

/// Which environment is asked about a transaction.
public struct ServerAPIRouting: Sendable, Hashable {
    /// The environments in the order in which they are asked.
    let environments: [Environment]
    /// Whether there is no environment beside those.
    let isComplete: Bool

    private init(_ environments: [Environment], isComplete: Bool = false) {
        (self.environments, self.isComplete) = (environments, isComplete)
    }

    enum Environment: Sendable, Hashable { case production, sandbox }

    /// Production, and the sandbox for what production does not know (4040010), or if it knows no key of this app (401):
    /// App Review and TestFlight buy in the sandbox with production builds.
    public static let productionThenSandbox = Self([.production, .sandbox], isComplete: true)
    /// Production only.
    public static let production = Self([.production])
    /// The sandbox only.
    public static let sandbox = Self([.sandbox])

    /// The one environment that a server has which is none of Apple's.
    package static func only(_ environment: AppStoreEnvironment) -> Self {
        Self([environment == .production ? .production : .sandbox], isComplete: true)
    }
}
