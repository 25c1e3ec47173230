import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird

extension RevenueCatRoutes {
    private static let maximumSignedBytes = 1024 * 1024

    func addReceipts(to group: RouterGroup<APIContext>) {
        group.post("receipts") { request, context in
            try context.demandAnyKey()
            guard let platform = try Self.platform(of: request) else {
                throw RevenueCatError(.badRequest, .invalidPlatform, "X-Platform is missing")
            }
            guard !["android", "amazon"].contains(platform) else {
                throw RevenueCatError(
                    .badRequest,
                    .invalidPlatform,
                    "this server verifies purchases of the App Store only"
                )
            }
            let limit = CustomerRoutes.maximumBodyLength(receipt: maximumReceiptLength)
            let body = try await RevenueCatBody(request, upTo: limit)
            let customer = try body.appUserID("app_user_id")
            guard let token = try body.text("fetch_token"), !token.isEmpty else {
                throw RevenueCatError(.badRequest, .invalidReceipt, "there is no text \"fetch_token\"")
            }
            // A request that is malformed anywhere changes nothing.
            let attributes = try RevenueCatAttributes(body.json["attributes"], at: now())
            let isNew = try await storage.record(of: customer).createdDate == nil
            let outcome = try await log.watching(customer) {
                token.contains(".")
                    ? try await ingest(signed: token, of: customer)
                    : try await ingest(receipt: token, body, of: customer)
            }
            _ = try await storage.meet(customer, on: platform, at: now())
            // The purchase counts, whatever else came along; that interface tells of attributes inside of the answer.
            let refused = try await keep(attributes, of: customer)
            guard case .verified = outcome else { throw Self.pending }
            return try await answer(about: customer, to: request, context, isNew: isNew, refused)
        }
    }

    private func answer(
        about customer: CustomerID,
        to request: Request,
        _ context: APIContext,
        isNew: Bool,
        _ refused: RevenueCatError?
    ) async throws -> Response {
        guard let refused else { return try await answer(about: customer, to: request, context, isNew: isNew) }
        var json = try await object(about: customer, context)
        json["attributes_error_response"] = .object(refused.json)
        return json.response(status: isNew ? .created : .ok)
    }

    /// The receipt is kept and verified later. An app that is told of success now would finish the purchase and show nothing;
    /// so it is told to come back.
    private static var pending: RevenueCatError {
        var error = RevenueCatError(
            .serviceUnavailable,
            .storeProblem,
            "the App Store is still to be heard; the receipt is kept and verified as soon as it is"
        )
        error.retryAfter = 5
        return error
    }

    private func ingest(signed token: String, of customer: CustomerID) async throws -> ReceiptIngestion.Outcome {
        guard token.utf8.count <= Self.maximumSignedBytes else {
            throw Rejection(413, "body-too-large", "a signed transaction has at most \(Self.maximumSignedBytes) bytes")
        }
        return .verified(try await signedIngestion.ingest(SignedUpload(transactions: [token]), of: customer))
    }

    private func ingest(
        receipt token: String,
        _ body: RevenueCatBody,
        of customer: CustomerID
    ) async throws -> ReceiptIngestion.Outcome {
        let request = try ReceiptRequest(
            base64: token,
            productID: try body.text("product_id"),
            maximumReceiptLength: maximumReceiptLength
        )
        return try await ingestion.ingest(request, of: customer)
    }
}
