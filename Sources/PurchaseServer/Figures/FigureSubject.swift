import AppStoreModels
import PurchaseFigures

/// Whose contributions to the rows of figures are booked together.
enum FigureSubject: Hashable, Sendable {
    /// A chain of transactions.
    case chain(ChainKey)
    /// A person, by the number.
    case person(Int64)

    /// Which App Store; empty for a person.
    var scope: String {
        switch self {
        case .chain(let chain): chain.environment.rawValue
        case .person: ""
        }
    }

    /// What it is called in its scope.
    var name: String {
        switch self {
        case .chain(let chain): chain.originalTransactionID
        case .person(let number): String(number)
        }
    }

    /// As it stands in the tables.
    init?(scope: String, name: String) {
        if scope.isEmpty {
            guard let number = Int64(name) else { return nil }
            self = .person(number)
        } else {
            self = .chain(ChainKey(environment: AppStoreEnvironment(rawValue: scope), originalTransactionID: name))
        }
    }
}
