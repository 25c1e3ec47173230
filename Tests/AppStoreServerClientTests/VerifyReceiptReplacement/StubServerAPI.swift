import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import Locking
import TestSupport

/// An App Store Server API that knows one customer, signed for by the authority of the tests.
final class StubServerAPI: HTTPTransport {
    private let customer: Customer
    /// What is answered to each identifier that the customer is not found by.
    private let refusals: [String: (Int, String)]
    private let asked = Locked<[String]>([])

    struct Customer: Sendable {
        var pages: [[TransactionPayload]] = []
        var subscriptions: [(SubscriptionStatusCode, TransactionPayload, RenewalInfoPayload)] = []
    }

    init(_ customer: Customer, refusing refusals: [String: (Int, String)] = [:]) {
        (self.customer, self.refusals) = (customer, refusals)
    }

    convenience init(_ transactions: TransactionPayload...) { self.init(Customer(pages: [transactions])) }

    /// The paths that were asked for, without `/inApps`.
    var paths: [String] { asked.withLock { $0 } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let path = String(request.url.path.dropFirst("/inApps".count))
        asked.withLock { $0.append(path) }
        if let (status, body) = refusals[request.url.lastPathComponent] {
            return HTTPTransportResponse(status: status, body: Data(body.utf8))
        }
        let answer = path.contains("/history/") ? try history(request.url) : try statuses()
        return HTTPTransportResponse(status: 200, body: answer.jsonData)
    }

    private func history(_ url: URL) throws -> JSONValue {
        let revision = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value
        let number = revision.flatMap { Int($0) } ?? 0
        let page = number < customer.pages.count ? customer.pages[number] : []
        return [
            "revision": .string(String(number + 1)), "hasMore": .bool(number + 1 < customer.pages.count),
            "signedTransactions": .array(try page.map { .string(try Self.sign($0)) }),
        ]
    }

    private func statuses() throws -> JSONValue {
        let last = try customer.subscriptions.map { status, transaction, renewal -> JSONValue in
            [
                "status": .number(JSONNumber(status.rawValue)),
                "signedTransactionInfo": .string(try Self.sign(transaction)),
                "signedRenewalInfo": .string(try Self.sign(renewal)),
            ]
        }
        return ["data": [["subscriptionGroupIdentifier": "20", "lastTransactions": .array(last)]]]
    }

    private static func sign(_ payload: some JSONBacked) throws -> String {
        try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    /// A client for an app.
    func client(bundleID: String = SampleReceipt.bundleID) throws -> ServerAPIClient {
        let app = AppIdentity(bundleID: bundleID)
        let now = TestAuthority.signingDate
        return ServerAPIClient(
            key: try SampleKey.key(),
            app: app,
            verifier: SignedDataVerifier(policy: try TestAuthority.policy, apps: [app], now: { now }),
            retryPolicy: RetryPolicy(maximumAttempts: 1),
            limits: ServerAPILimits(freshPurchaseWindow: 0),
            transport: self,
            now: { now },
            sleep: { _ in },
            uptime: { 0 }
        )
    }

    /// What is answered for a receipt.
    func answer(
        _ receipt: Data,
        newestOnly: Bool? = nil,
        onRefusal: @escaping @Sendable (VerifyReceiptRefusal) -> Void = { _ in }
    ) async throws -> VerifyReceiptResponse {
        let replacement = VerifyReceiptReplacement(
            asking: try client(),
            policy: try TestAuthority.policy,
            now: { TestAuthority.signingDate },
            onRefusal: onRefusal
        )
        let request = ReplacementShop.request(receipt.base64EncodedString(), newestOnly: newestOnly)
        return try await replacement.answer(request, as: .sandbox)
    }
}

extension StubServerAPI {
    /// A subscription period of ``SampleReceipt/subscription``'s chain.
    static func period(
        _ id: String,
        day: Double = 0,
        _ change: (inout TransactionPayload) -> Void = { _ in }
    ) -> TransactionPayload {
        let start = TestAuthority.signingDate.addingTimeInterval(day * 86_400)
        var payload = TransactionPayload()
        payload.transactionID = id
        payload.originalTransactionID = "2000"
        payload.bundleID = SampleReceipt.bundleID
        payload.productID = "com.example.app.monthly"
        payload.type = .autoRenewableSubscription
        payload.environment = .sandbox
        payload.purchaseDate = start
        payload.expiresDate = start.addingTimeInterval(86_400)
        payload.signedDate = TestAuthority.signingDate
        change(&payload)
        return payload
    }
}
