import AppStoreModels
import Foundation

extension PurchaseDatabase {
    /// How many tokens of one customer are good at a time; a device more takes the place of the one that came first.
    static let maximumCustomerTokens = 100
    /// How long a token stays good after it was rotated, in seconds: an app that was killed in between has the old one.
    static let customerTokenGrace: TimeInterval = 86_400

    /// Gives a customer a token, whom it makes known where needed. The same again changes nothing.
    ///
    /// - Returns: Whether the customer has it now; not if its identifier is another one's, or it is over.
    func addCustomerToken(
        _ token: CustomerTokenText,
        of customer: CustomerID,
        expirationDate: Date? = nil,
        replacing old: String? = nil,
        at date: Date
    ) async throws(PurchaseServerError) -> Bool {
        try await write { database in
            let found = try CustomerNames(database: database).remember(customer, at: date)
            let tokens = CustomerTokenRows(database: database, date: date)
            if try tokens.isKnown(token.identifier) {
                guard try tokens.worth(of: token.text, for: found.person) == .valid else { return false }
            } else {
                try tokens.insert(token, of: found.person, expirationDate: expirationDate)
            }
            if let old = old.flatMap({ CustomerTokenText($0) }), old.identifier != token.identifier {
                try tokens.end(old, of: found.person, at: date.addingTimeInterval(Self.customerTokenGrace))
            }
            try tokens.keepNewest(Self.maximumCustomerTokens, of: found.person)
            return true
        }
    }

    /// What a token that was shown is worth, and whether the customer has one.
    func tokenStanding(
        of customer: CustomerID,
        shown text: String?,
        at date: Date
    ) async throws(PurchaseServerError) -> CustomerTokenStanding {
        try await read { database in
            let found = try CustomerNames(database: database).find(customer)
            let tokens = CustomerTokenRows(database: database, date: date)
            let hasToken = try found.map { try tokens.isAny(of: $0.person) } ?? false
            return CustomerTokenStanding(
                isAnonymous: (found?.customer ?? customer).isAnonymous,
                hasToken: hasToken,
                everHadToken: try hasToken || found.map { try tokens.wasEverAny(of: $0.person) } ?? false,
                shown: try tokens.worth(of: text, for: found?.person)
            )
        }
    }

    /// Ends one token of a customer; one that is none, or somebody else's, is passed over.
    func revokeCustomerToken(
        _ text: String,
        of customer: CustomerID,
        at date: Date
    ) async throws(PurchaseServerError) {
        guard let token = CustomerTokenText(text) else { return }
        try await write { database in
            guard let found = try CustomerNames(database: database).find(customer) else { return }
            try CustomerTokenRows(database: database, date: date).end(token, of: found.person, at: date)
        }
    }

    /// Ends all tokens of a customer.
    ///
    /// - Returns: How many were good.
    func revokeCustomerTokens(of customer: CustomerID, at date: Date) async throws(PurchaseServerError) -> Int {
        try await write { database in
            guard let found = try CustomerNames(database: database).find(customer) else { return 0 }
            return try CustomerTokenRows(database: database, date: date).endAll(of: found.person)
        }
    }
}
