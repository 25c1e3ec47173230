package import AppStoreModels

/// The one of Apple's two App Stores that is asked about a purchase; each has servers of its own.
package enum AskedAppStore: Sendable, Hashable, CaseIterable {
    case production
    /// Asked about all that is not of production.
    case sandbox

    /// The one that knows the purchases of an environment.
    package init(_ environment: AppStoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }

    /// An environment that it is asked about.
    package var environment: AppStoreEnvironment { self == .production ? .production : .sandbox }

    /// The condition by which SQL finds what one of them is asked about; nil for both.
    ///
    /// It is about an expression, as no index is to be used for it: nearly all rows may be of one environment, and few are
    /// due.
    static func condition(_ store: Self?, on column: String) -> String {
        switch store {
        case .production?: "\(column) || '' = 'Production'"
        case .sandbox?: "\(column) || '' <> 'Production'"
        case nil: "TRUE"
        }
    }
}
