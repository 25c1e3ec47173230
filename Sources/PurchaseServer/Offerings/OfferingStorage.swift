package import Foundation

/// Where the purchase server keeps offerings.
///
/// Every change of any of them has a revision of its own, one higher than that before; what changes nothing has none. At
/// most one is current.
package protocol OfferingStorage: Sendable {
    /// All of them.
    func offerings() async throws -> OfferingList

    /// Keeps an offering in the place of one of the same name.
    ///
    /// - Parameter revision: The revision that the caller has seen; nil if it makes no difference.
    func save(_ offering: Offering, ifRevision revision: Int64?, at date: Date) async throws -> OfferingOutcome

    /// Removes an offering.
    ///
    /// - Parameter revision: The revision that the caller has seen; nil if it makes no difference.
    func removeOffering(_ name: String, ifRevision revision: Int64?) async throws -> OfferingOutcome
}

/// What came of a change of offerings.
package enum OfferingOutcome: Sendable, Hashable {
    /// The list is as it should be and has this revision.
    case done(revision: Int64)
    /// The list has another revision than the caller has seen; nothing changed.
    case changed(revision: Int64)
    /// There is none of this name.
    case unknown
    /// There are too many; nothing changed.
    case tooMany
}
