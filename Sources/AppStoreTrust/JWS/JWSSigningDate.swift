import AppStoreModels
import Foundation

/// The date at which the certificates of a JWS are judged.
enum JWSSigningDate {
    /// Milliseconds since 1970; Xcode adds a fraction. App transactions have only the second one.
    private static let members = ["signedDate", "receiptCreationDate"]

    static func date(in object: JSONObject, orElse now: Date?, _ policy: TrustPolicy) throws(TrustError) -> Date {
        if let member = members.first(where: { object[$0] != nil }) {
            guard let date = object[milliseconds: member] else {
                throw TrustError(.signingDate, "\(member) is no date in milliseconds of the years 1 to 9999")
            }
            return date
        }
        if let now { return now }
        if case .fixed(let fixed) = policy.validityMoment { return fixed }
        throw TrustError(.signingDate, "the payload has no signing date, and the caller gave none")
    }
}
