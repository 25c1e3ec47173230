package import Foundation

/// Where the purchase server keeps the levels that the developer grants.
///
/// A grant is never changed and never removed: the same again changes nothing, another one of the same name is refused,
/// and a revoked one stays with the date on which it was. ``CustomerRecord/grants`` lists them.
package protocol GrantStorage: Sendable {
    /// Keeps a grant.
    ///
    /// - Parameter fixesStart: Whether the caller named a start; if not, it makes no difference for "the same".
    func save(_ grant: Grant, of customer: CustomerID, fixesStart: Bool) async throws -> GrantOutcome

    /// Takes a grant back from a moment on; one that was taken back keeps its date. Where a login has brought another one of
    /// the name, both are taken back.
    ///
    /// - Returns: The one that was taken back last; nil if there is none of this name.
    func revokeGrant(_ name: String, of customer: CustomerID, at date: Date) async throws -> Grant?
}

/// What came of a grant.
package enum GrantOutcome: Sendable, Hashable {
    /// It is there, now or since before.
    case granted(Grant)
    /// Another one has the name; nothing changed.
    case other(Grant)
    /// The customer has too many; nothing changed.
    case tooMany
}
