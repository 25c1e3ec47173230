public import AppStoreModels
public import Foundation

extension ServerAPIClient {
    /// Get Transaction History: one page.
    ///
    /// - Parameters:
    ///   - identifier: Any transaction, original transaction or app transaction of the customer.
    ///   - filter: Which transactions; a revision must be used with the filter that it was made with.
    ///   - revision: Where to go on; nil for the beginning.
    public func transactionHistory(
        of identifier: String,
        _ filter: TransactionHistoryFilter = TransactionHistoryFilter(),
        revision: String? = nil
    ) async throws(ServerAPIError) -> TransactionPage {
        try await page(.transactionHistory, identifier, filter, revision, routing)
    }

    /// Get Transaction History: all pages, and later all that is new or has changed since a revision.
    ///
    /// - Parameters:
    ///   - identifier: Any transaction, original transaction or app transaction of the customer.
    ///   - filter: Which transactions; the same as the revision was made with.
    ///   - revision: The revision of the last page that was read; nil for the beginning.
    public func transactionHistoryPages(
        of identifier: String,
        _ filter: TransactionHistoryFilter = TransactionHistoryFilter(),
        resumingAt revision: String? = nil
    ) -> ServerAPIPages<TransactionPage> {
        pages(.transactionHistory, identifier, filter, revision)
    }

    /// Get Transaction History, version 1: without finished consumables. Deprecated by Apple.
    public func transactionHistoryPagesV1(
        of identifier: String,
        _ filter: TransactionHistoryFilter = TransactionHistoryFilter(),
        resumingAt revision: String? = nil
    ) -> ServerAPIPages<TransactionPage> {
        pages(.transactionHistoryV1, identifier, filter, revision)
    }

    /// Get Refund History: all pages of what was refunded to a customer.
    ///
    /// - Parameters:
    ///   - identifier: Any transaction, original transaction or app transaction of the customer.
    ///   - revision: The revision of the last page that was read; nil for the beginning.
    public func refundHistoryPages(
        of identifier: String,
        resumingAt revision: String? = nil
    ) -> ServerAPIPages<TransactionPage> {
        pages(.refundHistory, identifier, TransactionHistoryFilter(), revision)
    }

    /// Get Refund History, version 1: at most 50 refunds. Deprecated by Apple.
    public func refundHistoryV1(of originalTransactionID: String) async throws(ServerAPIError) -> TransactionPage {
        try TransactionPage(try await answer(try ServerAPICall(.refundHistoryV1, originalTransactionID)))
    }

    /// Get Transaction Info: one transaction.
    public func transaction(_ transactionID: String) async throws(ServerAPIError) -> Verified<TransactionPayload> {
        let answer = try await answer(try ServerAPICall(.transactionInfo, transactionID))
        let jws = try answer.required("signedTransactionInfo", answer.json[string: "signedTransactionInfo"])
        return try answer.transaction(jws)
    }

    /// Get App Transaction Info: the customer's download of the app; 4040019 if there is none.
    ///
    /// - Parameter identifier: Any transaction, original transaction or app transaction of the customer.
    public func appTransaction(
        of identifier: String
    ) async throws(ServerAPIError) -> Verified<AppTransactionPayload> {
        let answer = try await answer(try ServerAPICall(.appTransactionInfo, identifier))
        let jws = try answer.required("signedAppTransactionInfo", answer.json[string: "signedAppTransactionInfo"])
        return try answer.appTransaction(jws)
    }

    /// Set App Account Token: says to whom in the developer's own system a purchase belongs; later transactions have it.
    public func setAppAccountToken(
        _ token: UUID,
        of originalTransactionID: String
    ) async throws(ServerAPIError) {
        let body: JSONObject = ["appAccountToken": .string(token.uuidString.lowercased())]
        try await perform(try ServerAPICall(.setAppAccountToken, originalTransactionID, body: body))
    }

    /// Finish Transaction: the server delivered what was bought, so the app need not finish it.
    public func finish(transactionID: String) async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.finishTransaction, transactionID))
    }

    /// Send Consumption Information, within 12 hours of the notification `CONSUMPTION_REQUEST`.
    public func sendConsumption(
        _ request: ConsumptionRequest,
        of transactionID: String
    ) async throws(ServerAPIError) {
        guard request.customerConsented == true else {
            throw .invalidRequest("without the customer's consent (customerConsented) nothing may be sent")
        }
        guard request.sampleContentProvided != nil, request.deliveryStatus != nil else {
            throw .invalidRequest("sampleContentProvided and deliveryStatus must be there")
        }
        guard (0...100_000).contains(request.consumptionPercentage ?? 0) else {
            throw .invalidRequest("consumptionPercentage is thousandths of a percent: 0 to 100000")
        }
        try await perform(try ServerAPICall(.sendConsumptionInformation, transactionID, body: request.json))
    }

    /// Send Consumption Information, version 1: for consumables and auto-renewable subscriptions. Deprecated by Apple.
    public func sendConsumptionV1(
        _ request: ConsumptionRequestV1,
        of transactionID: String
    ) async throws(ServerAPIError) {
        guard request.customerConsented == true else {
            throw .invalidRequest("without the customer's consent (customerConsented) nothing may be sent")
        }
        try await perform(try ServerAPICall(.sendConsumptionInformationV1, transactionID, body: request.json))
    }

    /// Look Up Order ID: what was bought with the order of a customer's invoice. Only production has orders.
    public func order(_ orderID: String) async throws(ServerAPIError) -> OrderLookup {
        try OrderLookup(try await answer(try ServerAPICall(.lookUpOrderID, orderID)))
    }

    private func pages(
        _ endpoint: ServerAPIEndpoint,
        _ identifier: String,
        _ filter: TransactionHistoryFilter,
        _ revision: String?
    ) -> ServerAPIPages<TransactionPage> {
        ServerAPIPages(
            start: revision,
            maximumPages: limits.maximumPages
        ) { position, last async throws(ServerAPIError) in
            let routing = last.map { Self.routing(to: $0.environment) } ?? routing
            return try await page(endpoint, identifier, filter, position, routing)
        }
    }

    private func page(
        _ endpoint: ServerAPIEndpoint,
        _ identifier: String,
        _ filter: TransactionHistoryFilter,
        _ revision: String?,
        _ routing: ServerAPIRouting
    ) async throws(ServerAPIError) -> TransactionPage {
        var call = try ServerAPICall(endpoint, identifier)
        try filter.ask(&call)
        call.ask("revision", [revision].compactMap(\.self))
        return try TransactionPage(try await answer(call, routing))
    }
}
