import CStoreKit
import Foundation
import LocalAppStore

extension SKTestError {
    /// An error that says in words what is wrong.
    init(_ code: Code, reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    /// The store's refusal as an error of the session; the refusal itself is beneath it.
    init(_ error: StoreError) {
        let code: Code
        switch error.code {
        case .unknownTransaction, .unknownAttempt: code = .noTransactionFound
        case .unknownSubscription: code = .noSubscriptionFound
        case .unknownProduct: code = .invalidProductIdentifier
        case .unknownAccount, .signingFailed: code = .serviceUnavailable
        default: code = .invalidAction
        }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.reason, NSUnderlyingErrorKey: error])
    }

    /// Runs `body`; a refusal of the store becomes an error of the session.
    static func translated<Value>(_ body: () throws(StoreError) -> Value) throws(SKTestError) -> Value {
        do {
            return try body()
        } catch {
            throw SKTestError(error)
        }
    }
}
