import AppStoreModels
import AppStoreTrust
import Foundation

/// Reads one answer: its JSON, and what is signed inside it.
struct VerifiedAnswer {
    let json: JSONObject
    let environment: AppStoreEnvironment
    private let verifier: SignedDataVerifier
    private let endpoint: ServerAPIEndpoint
    /// What is free again when nobody works with the answer any more.
    private let held: [any Sendable]

    init(
        _ answer: ServerAPISender.Answer,
        _ endpoint: ServerAPIEndpoint,
        _ verifier: SignedDataVerifier
    ) throws(ServerAPIError) {
        self.verifier = verifier
        self.endpoint = endpoint
        environment = answer.environment
        held = answer.response.held
        do {
            guard let object = try JSONValue(parsing: answer.body).object else {
                throw ServerAPIError.malformedAnswer("the answer is no JSON object")
            }
            json = object
        } catch {
            let seen = "the answer (\(answer.body.count) bytes) is no JSON object"
            throw ServerAPIError.malformedAnswer(seen).completed(endpoint, answer.environment, 1)
        }
    }

    /// A member that must be there.
    func required<Value>(_ name: String, _ value: Value?) throws(ServerAPIError) -> Value {
        guard let value else { throw malformed("it has no \(name)") }
        return value
    }

    func transaction(_ jws: String) throws(ServerAPIError) -> Verified<TransactionPayload> {
        try checked { () throws(TrustError) in try verifier.verify(signedTransaction: jws) }
    }

    func transactions(_ member: String) throws(ServerAPIError) -> [Verified<TransactionPayload>] {
        try (json[array: member] ?? []).map { value throws(ServerAPIError) in
            guard let jws = value.string else { throw malformed("\(member) holds something else than texts") }
            return try transaction(jws)
        }
    }

    func renewalInfo(
        _ jws: String,
        of transaction: Verified<TransactionPayload>
    ) throws(ServerAPIError) -> Verified<RenewalInfoPayload> {
        try checked { () throws(TrustError) in try verifier.verify(signedRenewalInfo: jws, of: transaction) }
    }

    func appTransaction(_ jws: String) throws(ServerAPIError) -> Verified<AppTransactionPayload> {
        try checked { () throws(TrustError) in try verifier.verify(signedAppTransaction: jws) }
    }

    func notification(_ jws: String) throws(ServerAPIError) -> VerifiedNotification {
        try checked { () throws(TrustError) in try verifier.verify(signedPayload: jws) }
    }

    private func checked<Value>(_ verify: () throws(TrustError) -> Value) throws(ServerAPIError) -> Value {
        do {
            return try verify()
        } catch {
            let reason = "something in the answer does not verify: \(error); check the app and whom the verifier trusts"
            throw ServerAPIError(.notVerified, reason).completed(endpoint, environment, 1)
        }
    }

    private func malformed(_ reason: String) -> ServerAPIError {
        .malformedAnswer("the answer is not one of \(endpoint.name): \(reason)").completed(endpoint, environment, 1)
    }
}
