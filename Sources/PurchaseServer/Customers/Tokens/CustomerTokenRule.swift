/// Whether an app has to show that it speaks for the customer it names.
///
/// A public key is in every copy of an app, so it says nothing about who uses it. Where names of customers can be guessed, as
/// addresses of mail can, whoever takes the key out of an app could look at other people's purchases.
public enum CustomerTokenRule: String, Sendable, Hashable, CaseIterable {
    /// It is enough to know the customer's name.
    case off
    /// Reading, uploading and logging in need the customer's token, in `Purser-Customer-Token`.
    ///
    /// Who has no account gets one at first contact; that of an account comes from the developer's own server, which knows
    /// who has logged in there: `POST /v1/customers/{customer}/tokens`.
    case required
}
