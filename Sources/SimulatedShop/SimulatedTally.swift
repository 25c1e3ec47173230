package import Foundation

/// Something that happened in the simulated shop, counted when it was made up.
package struct SimulatedTally: Sendable, Hashable {
    /// What happened.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// A subscription was paid for: for the first time; again after a lapse; for more; for less; no longer.
        case new, reactivated, expansion, contraction, churned
        /// A subscription is one of another product from now on: it leaves the one and joins the other.
        case left, joined
        /// A period was renewed, or it ended and was not.
        case renewed, lapsed
        /// The k-th renewal of a chain happened, or failed to; the beginning of the chain is the 0th.
        case retained, notRetained
        /// Something was sold, or its money given back.
        case sold, refunded
        /// A trial began, is over, was paid for after, or will not be.
        case trialStarted, trialEnded, trialConverted, trialLost
        /// A charge failed, succeeded after all, or is tried no more.
        case billingFailed, billingRecovered, billingLost
        /// A customer was told of a higher price, agreed, or left.
        case consentAsked, consentGiven, consentRefused
    }

    /// What happened.
    package var kind: Kind
    /// On which day, counted from 1970.
    package var day: Int
    /// On which day that began which is now over, or what was paid that is now given back; else the same day.
    package var since: Int
    /// Which renewal it is, of ``Kind/retained`` and ``Kind/notRetained``.
    package var step = 0
    /// Who.
    package var customer: Int
    /// What.
    package var product: String
    /// Where.
    package var storefront: String
    /// How much, in US dollars: a price, or what a month of a subscription is more or less worth.
    package var dollars: Decimal = 0
}

/// A time without a gap in which somebody paid.
package struct SimulatedStretch: Sendable, Hashable {
    /// Who.
    package var customer: Int
    /// The first day, counted from 1970.
    package var began: Int
    /// The day on which it ended; nil if it goes on.
    package var ended: Int?
}
