import Foundation

/// The date at which the certificates of a JWS are judged.
enum JWSSigningDate {
    private struct Members: Decodable {
        /// Milliseconds since 1970; Xcode adds a fraction.
        let signedDate: Double?
        /// App transactions have this instead.
        let receiptCreationDate: Double?
    }

    static func date(in payload: Data, orElse now: Date?, _ policy: TrustPolicy) throws(TrustError) -> Date {
        let members: Members
        do {
            members = try JSONDecoder().decode(Members.self, from: payload)
        } catch {
            throw TrustError(.malformed, "the payload of the JWS is not a JSON object with a signing date: \(error)")
        }
        if let milliseconds = members.signedDate ?? members.receiptCreationDate {
            return Date(timeIntervalSince1970: milliseconds / 1000)
        }
        if let now { return now }
        if case .fixed(let fixed) = policy.validityMoment { return fixed }
        throw TrustError(.signingDate, "the payload has no signing date, and the caller gave none")
    }
}
