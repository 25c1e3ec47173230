import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    /// `Purser-Customer-Token`.
    static let customerToken = Self("Purser-Customer-Token") ?? .trailer
}

/// Lets an app through to a customer of whom it shows that it speaks for them, as the rule of the app wants.
struct CustomerGate: Sendable {
    let storage: PurchaseDatabase
    let now: @Sendable () -> Date
    private let rules: [String: CustomerTokenRule]
    /// Whether any app wants tokens.
    let isUsed: Bool

    init(_ configuration: PurchaseServerConfiguration, storage: PurchaseDatabase) {
        self.storage = storage
        now = configuration.now
        rules = Dictionary(
            configuration.apps.flatMap { app in app.bundleIDs.map { ($0, app.customerTokens) } }
        ) { $1 }
        isUsed = rules.values.contains(.required)
    }

    /// - Throws: ``APIError``, code `customer-token-missing` or `customer-token-invalid`.
    func check(_ request: Request, for customer: CustomerID) async throws {
        guard isUsed else { return }
        let standing = try await standing(of: customer, shown: request.headers[.customerToken])
        switch standing.shown {
        case .valid: return
        case .invalid: throw Self.invalid
        case .nothing:
            // An app names itself, and could name another one: who has a token always needs it. Who had one needs another,
            // or to end what was stolen would open the account to everybody.
            let rule = request.uri.queryParameters["bundleId"].flatMap { rules[String($0)] } ?? .required
            guard rule == .off, !standing.everHadToken else { throw Self.missing }
        }
    }

    /// Whether a token that stands elsewhere than in the head is the customer's; where no app wants tokens, it need not be.
    ///
    /// One app that wants them is enough: which app asks is its own word, and what it joins to an account is joined for all.
    ///
    /// - Throws: ``APIError``, code `customer-token-missing` or `customer-token-invalid`.
    func isProven(by token: String?, _ customer: CustomerID) async throws -> Bool {
        let standing = try await standing(of: customer, shown: token)
        switch standing.shown {
        case .valid: return true
        case .invalid where isUsed: throw Self.invalid
        case .nothing where isUsed: throw Self.missing
        case .invalid, .nothing: return false
        }
    }

    /// Whether a token is the customer's, whatever the apps want.
    func isToken(_ token: String?, of customer: CustomerID) async throws -> Bool {
        try await standing(of: customer, shown: token).shown == .valid
    }

    /// Lets somebody without an account and without a token through as well, for the first contact.
    ///
    /// - Parameter drawn: The token that the app would like to have. If it has it already, the contact was made, and only its
    ///   answer was lost.
    func checkContact(_ request: Request, of customer: CustomerID, drawn: CustomerTokenText? = nil) async throws {
        let shown = request.headers[.customerToken]
        let standing = try await standing(of: customer, shown: shown ?? drawn?.text)
        switch standing.shown {
        case .valid: return
        case .invalid where shown != nil: throw Self.invalid
        case .invalid, .nothing:
            guard standing.isAnonymous else { throw Self.missing }
            guard !standing.hasToken else {
                throw APIError(
                    .conflict,
                    "customer-token-exists",
                    "the customer has a token; show it, or have your own server issue another one"
                )
            }
        }
    }

    private func standing(of customer: CustomerID, shown text: String?) async throws -> CustomerTokenStanding {
        try await storage.tokenStanding(of: customer, shown: text, at: now())
    }

    private static let missing = APIError(
        .forbidden,
        "customer-token-missing",
        "send the customer's token in Purser-Customer-Token; your own server issues it to who has logged in"
    )
    static let invalid = APIError(
        .forbidden,
        "customer-token-invalid",
        "this is no token of the customer any more; have your own server issue another one"
    )
}
