/// Seats of a subscription for a group (1.23).
extension ServerAPIEndpoint {
    /// Claim Seat (1.23): a repeated request identifier takes no second seat.
    public static let claimSeat = Self(
        "claim-seat",
        "POST",
        "/groups/v1/transactions/{originalTransactionId}/seats",
        .twenty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Unclaim Seat (1.23).
    public static let unclaimSeat = Self(
        "unclaim-seat",
        "DELETE",
        "/groups/v1/transactions/{originalTransactionId}/seats/{seatClaimId}",
        .twenty,
        isRepeatable: true,
        isLookUp: true
    )
    /// Get Seat Info (1.23).
    public static let seatInfo = Self(
        "seat-info",
        "GET",
        "/groups/v1/transactions/{originalTransactionId}/seats",
        .fifty,
        isLookUp: true
    )
}
