import Foundation
import Hummingbird

/// `/v1/customers`: what the developer's app and backend call.
struct CustomerRoutes: Sendable {
    let ingestion: ReceiptIngestion
    let maximumReceiptLength: Int
    let statement: @Sendable (CustomerID) async throws -> CustomerStatement

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("customers/{customer}") { _, context in
            try await statement(try customer(in: context)).json.response()
        }
        group.post("customers/{customer}/receipts") { request, context in
            let customer = try customer(in: context)
            // Base64 has four bytes for three; the rest is for the other members.
            let body = try await request.body(
                upTo: maximumReceiptLength / 3 * 4 + 65_536,
                tooLarge: .tooLarge(limit: maximumReceiptLength)
            )
            let upload = try ReceiptRequest(body: body, maximumReceiptLength: maximumReceiptLength)
            try await ingestion.ingest(upload, of: customer)
            return try await statement(customer).json.response()
        }
    }

    private func customer(in context: BasicRequestContext) throws(APIError) -> CustomerID {
        // What is escaped wrongly is nobody's name: taken as it stands, it would be another spelling of "%25…".
        guard let text = context.parameters.get("customer")?.removingPercentEncoding, let customer = CustomerID(text)
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
