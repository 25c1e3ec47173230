import AppStoreModels

extension Server {
    /// Sends one honest request on a connection of its own.
    func ask(
        _ method: String,
        _ target: String,
        _ json: JSONValue? = nil,
        headers: [String] = [],
        within limit: Duration = Promise.answer
    ) async throws -> Answer {
        let body = json.map { Array($0.jsonData) } ?? []
        let bytes = HTTPText.request(method, target, headers: headers + ["Connection: close"], body: body)
        return try await FaultSuite.within(limit, "\(method) \(target)") { [port] in
            let connection = try await Connection.open(port)
            try await connection.send(bytes)
            guard let answer = await connection.answer() else {
                throw Fall("\(method) \(target): the connection was closed without an answer")
            }
            return answer
        }
    }

    /// As `ask`, and holds the server to a status.
    @discardableResult
    func ask(
        _ method: String,
        _ target: String,
        _ json: JSONValue? = nil,
        expecting status: Int,
        within limit: Duration = Promise.answer
    ) async throws -> JSONObject {
        let answer = try await ask(method, target, json, within: limit)
        try hold(answer.status == status, "\(method) \(target) was answered \(answer.line) rather than \(status)")
        return answer.json
    }

    /// Holds the server to being well.
    func isWell(_ when: String, within limit: Duration = Promise.answer) async throws {
        let answer = try await ask("GET", "/health", within: limit)
        try hold(answer.status == 200, "\(when), /health says \(answer.line)")
    }

    /// Buys in a store.
    ///
    /// - Returns: The transaction if the store acknowledged it.
    @discardableResult
    func buy(
        _ product: String = Template.consumable,
        account: String = Template.customer,
        within limit: Duration = Promise.answer
    ) async throws -> (answer: Answer, transaction: String?) {
        let answer = try await ask(
            "POST",
            "/control/purchases",
            ["productId": .string(product), "account": .string(account)],
            within: limit
        )
        return (answer, answer.status == 201 ? answer.json[string: "transactionId"] : nil)
    }

    /// The transactions that a store has.
    func transactions(within limit: Duration = Promise.answer) async throws -> Set<String> {
        let json = try await ask("GET", "/control/transactions", expecting: 200, within: limit)
        return Set((json[array: "transactions"] ?? []).compactMap { $0.object?[string: "transactionId"] })
    }

    /// Uploads a receipt to a purchase server.
    func upload(
        _ receipt: String,
        of customer: String,
        within limit: Duration = Promise.answer
    ) async throws -> Answer {
        try await ask(
            "POST",
            "/v1/customers/\(customer)/receipts",
            ["receiptData": .string(receipt)],
            within: limit
        )
    }
}
