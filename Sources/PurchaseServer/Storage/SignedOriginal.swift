package import Entitlements
import Foundation

/// Signed data as a device sent it, with what it states: the statement can be proven with it later.
package struct SignedOriginal: Sendable, Hashable {
    /// What it states.
    package enum Statement: Sendable, Hashable {
        case purchase(PurchaseFact)
        case renewal(RenewalFact)
    }

    /// What it states.
    package let statement: Statement
    /// The compact JWS, to the letter.
    package let jws: String

    /// The longest that is kept, in bytes; those of the App Store have about five thousand.
    package static let maximumLength = 65_536

    /// What a device sent.
    package init(_ statement: Statement, jws: String) {
        self.statement = statement
        self.jws = jws
    }

    /// When it was signed.
    var statedDate: Date {
        switch statement {
        case .purchase(let fact): fact.statedDate
        case .renewal(let fact): fact.statedDate
        }
    }
}
