import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird

/// `customers/…`: what the developer's app and backend call.
struct CustomerRoutes: Sendable {
    let ingestion: ReceiptIngestion
    let maximumReceiptLength: Int
    let signedIngestion: TransactionIngestion
    let log: UploadLog
    let statement: @Sendable (CustomerID, KnownCustomer?) async throws -> CustomerStatement
    /// The same with what a receipt states about which the App Store is still to be heard.
    let provisional: @Sendable (CustomerID, PurchaseFacts) async throws -> ProvisionalStatement
    let answers: StatementAnswers
    /// What apps must show, and what they may have signed; nil for the developer's servers.
    var app: AppDemands?

    /// What is different for apps. A class, because each request would copy all of it.
    final class AppDemands: Sendable {
        let gate: CustomerGate
        let issuer: StatementIssuer
        /// What a customer has now, or had some seconds ago: apps ask again. A developer's server asks because it was just
        /// told that something is different.
        let statement: @Sendable (CustomerID) async throws -> CustomerStatement

        init(
            gate: CustomerGate,
            issuer: StatementIssuer,
            statement: @escaping @Sendable (CustomerID) async throws -> CustomerStatement
        ) {
            (self.gate, self.issuer, self.statement) = (gate, issuer, statement)
        }
    }

    private static let maximumSignedBytes = 8 * 1024 * 1024

    /// Base64 has four bytes for three; the rest is for the other members.
    static func maximumBodyLength(receipt length: Int) -> Int { length / 3 * 4 + 65_536 }

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}") { request, context in
            let customer = try customer(in: context)
            try await app?.gate.check(request, for: customer)
            if let app, let order = try StatementOrder(request) {
                // Signed for this one request: nobody has it already.
                let statement = try await app.statement(customer)
                return try await app.issuer.json(of: statement, asked: customer, for: order).response()
            }
            let answer = try await answers.answer(of: customer, mayBeBehind: app != nil)
            var response = Response(json: answer.octets)
            response.headers[.eTag] = answer.tag
            return response
        }
        group.post("customers/{customer}/receipts") { request, context in
            let customer = try customer(in: context)
            try await app?.gate.check(request, for: customer)
            let outcome = try await log.watching(customer) {
                let body = try await request.body(
                    upTo: Self.maximumBodyLength(receipt: maximumReceiptLength),
                    tooLarge: .tooLarge(limit: maximumReceiptLength)
                )
                let upload = try ReceiptRequest(body: body, maximumReceiptLength: maximumReceiptLength)
                return try await ingestion.ingest(upload, of: customer)
            }
            return try await answer(to: consume outcome, of: customer)
        }
        group.post("customers/{customer}/transactions") { request, context in
            let customer = try customer(in: context)
            try await app?.gate.check(request, for: customer)
            let outcome = try await log.watching(customer) {
                let tooLarge = Rejection(
                    413,
                    "body-too-large",
                    "a request has at most \(Self.maximumSignedBytes) bytes"
                )
                let body = try await request.body(upTo: Self.maximumSignedBytes, tooLarge: tooLarge)
                return .verified(try await signedIngestion.ingest(try SignedUpload(body: body), of: customer))
            }
            return try await answer(to: consume outcome, of: customer)
        }
    }

    private func answer(
        to outcome: consuming ReceiptIngestion.Outcome,
        of customer: CustomerID
    ) async throws -> Response {
        let claim: ClaimOutcome
        switch consume outcome {
        case .pending(let facts): return try await provisional(customer, facts).json.response(status: .accepted)
        case .verified(let outcome): claim = outcome
        }
        var json = try await statement(customer, claim.known).json
        if !claim.refused.isEmpty {
            json[array: "refusedPurchases"] = claim.refusedSorted.map { .object($0.json) }
        }
        let count = claim.known?.facts.purchases.count ?? 0
        Freeing.later(consume claim, count: count)
        return json.response()
    }

    private func customer(in context: some RequestContext) throws(APIError) -> CustomerID {
        // What is escaped wrongly is nobody's name: taken as it stands, it would be another spelling of "%25…".
        guard let given = context.parameters.get("customer"),
            let text = given.utf8.contains(UInt8(ascii: "%")) ? given.removingPercentEncoding : given,
            let customer = CustomerID(text)
        else {
            throw APIError(
                .badRequest,
                "invalid-customer",
                "a customer is 1 to 256 bytes of UTF-8 without control characters, percent-encoded where needed"
            )
        }
        return customer
    }
}
