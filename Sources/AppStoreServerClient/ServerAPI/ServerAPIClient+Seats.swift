public import AppStoreModels
public import Foundation

/// The seats of group subscriptions that the developer manages (Server API 1.23).
///
/// What Apple has documented about them for certain is here; Associate Seat is not, because its path is not known, and
/// the App Store may put another prefix before these paths. They were seen in the sandbox only.
extension ServerAPIClient {
    /// Claim Seat: takes a free seat for a member of the group; not for the buyer, who needs none.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The subscription chain.
    ///   - requestIdentifier: New for each claim, and kept before the call: the same one again returns the first claim
    ///     instead of taking a second seat.
    ///   - appTransactionID: The member's download of the app, if it is known.
    /// - Returns: The name of the claim.
    public func claimSeat(
        of originalTransactionID: String,
        requestIdentifier: UUID,
        appTransactionID: String? = nil
    ) async throws(ServerAPIError) -> String {
        var body: JSONObject = ["requestIdentifier": .string(requestIdentifier.wireText)]
        body[string: "appTransactionId"] = appTransactionID
        let answer = try await answer(try ServerAPICall(.claimSeat, originalTransactionID, body: body))
        return try answer.required("seatClaimId", answer.json[string: "seatClaimId"])
    }

    /// Unclaim Seat: gives a seat back. A seat that is given to somebody else is a new claim.
    public func unclaimSeat(_ claim: String, of originalTransactionID: String) async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.unclaimSeat, originalTransactionID, claim))
    }

    /// Get Seat Info: how many seats there are, and who has them.
    public func seats(of originalTransactionID: String) async throws(ServerAPIError) -> SubscriptionSeats {
        SubscriptionSeats(json: try await answer(try ServerAPICall(.seatInfo, originalTransactionID)).json)
    }
}
