import AppStoreModels
import Foundation

extension PurchaseBackend {
    /// Somebody logs in: what was bought without an account is the account's from now on.
    ///
    /// Where the server refuses, nothing changes. Logging in again as the same one is harmless.
    ///
    /// - Parameters:
    ///   - account: The developer's own name of the account; 1 to 256 bytes without control characters.
    ///   - token: What the developer's server got from `POST /v1/customers/{customer}/tokens` for who logged in there; needed
    ///     where the app's rule for tokens is `required`.
    /// - Returns: What the account may use, as ``access()`` says it: the login holds also if the server is away right after it.
    /// - Throws: ``PurchaseBackendError``; `refused` with the code `customer-token-missing` where the server wants a token.
    @discardableResult
    public func logIn(as account: String, token: String? = nil) async throws(PurchaseBackendError) -> CustomerAccess {
        let asked = try opened()
        let wanted = try AppCustomer(named: account, token: token)
        var body: JSONObject = ["customer": .string(wanted.name)]
        body[string: "customerToken"] = token
        let connection = connection(configuration.limits)
        let answer = try await send(
            ServerConnection.Call(
                method: "POST",
                path: ["customers", asked.name, "login"],
                body: body,
                demands: ["customer"]
            ),
            connection
        )
        try checkStill(asked)
        try change(to: try AppCustomer(named: wanted.name, token: answer.json[string: "customerToken"] ?? token))
        return await access(connection)
    }

    /// Who is logged in logs out: somebody without a name uses the app from now on, and has nothing.
    ///
    /// It works without the network; then the token of the account ends on this device, and on the server when the
    /// developer ends it there.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`; then nothing has changed.
    public func logOut() async throws(PurchaseBackendError) {
        let leaving = try opened()
        guard !leaving.isAnonymous else { return }
        try change(to: AppCustomer(anonymous: configuration.makeUUID()))
        guard let token = leaving.token else { return }
        var call = ServerConnection.Call(method: "DELETE", path: ["customers", leaving.name, "tokens"])
        call.customerToken = token
        do throws(PurchaseBackendError) { _ = try await connection(configuration.limits.oneTry).send(call) } catch {
            configuration.onProblem(error)
        }
    }
}
