import AppStoreModels

extension PurchaseBackend {
    /// Asks as the customer; somebody without an account makes contact first where the server wants a token.
    func send(
        _ call: ServerConnection.Call,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> ServerConnection.Answer {
        try await send(call, as: try opened(), connection)
    }

    /// The same as who used the app when the app called, who may have left it meanwhile.
    func send(
        _ call: ServerConnection.Call,
        as customer: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> ServerConnection.Answer {
        // Another call of the app may have made contact meanwhile.
        let asked = isStill(customer) ? known : customer
        var call = call
        call.customerToken = asked.token
        do throws(PurchaseBackendError) {
            return try await connection.send(call)
        } catch {
            // A token that the server does not know was drawn, and the answer to the contact, or the server's memory, is lost.
            let unknown = asked.token == nil ? "customer-token-missing" : "customer-token-invalid"
            guard asked.isAnonymous, error.serverCode == unknown else { throw error }
        }
        call.customerToken = try await makeContact(as: asked, connection)
        return try await connection.send(call)
    }

    /// Tells the server the token of somebody without an account. As the app has drawn and kept it before, that may be told
    /// as often as it takes: no answer that is lost, and no end of the app, locks anybody out.
    private func makeContact(
        as asked: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> String {
        let token = try ownToken(of: asked)
        do throws(PurchaseBackendError) {
            try await tell(token, of: asked, connection)
            return token
        } catch {
            // The server has ended it.
            guard error.serverCode == "customer-token-invalid" else { throw error }
        }
        let other = try ownToken(of: asked, insteadOf: token)
        try await tell(other, of: asked, connection)
        return other
    }

    private func tell(
        _ token: String,
        of asked: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) {
        let call = ServerConnection.Call(
            method: "POST",
            path: ["customers", asked.name, "tokens"],
            body: ["customerToken": .string(token)],
            demands: ["customerToken"]
        )
        _ = try await connection.send(call)
        try checkStill(asked)
    }

    /// The token that is kept, or one that is drawn and kept before anybody hears of it.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed` if it cannot be kept; then the server must not know it either.
    private func ownToken(
        of asked: AppCustomer,
        insteadOf refused: String? = nil
    ) throws(PurchaseBackendError) -> String {
        try checkStill(asked)
        // Another call of the app may have been quicker.
        if let token = known.token, token != refused { return token }
        let token = CustomerToken.draw(configuration.makeUUID)
        var customer = asked
        customer.token = token
        try memory.keep(customer)
        known = customer
        return token
    }
}
