import AppStoreModels
import Foundation
import HTTPTypes
import Locking

/// Signs what the server says to an app about a customer, for that one request.
final class StatementIssuer: Sendable {
    private struct Known {
        let signers: [StatementSigner]
        let readAt: TimeInterval
    }

    private let storage: PurchaseDatabase
    private let environments: [String: Set<AppStoreEnvironment>]
    private let lifetime: TimeInterval
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let known = Locked<Known?>(nil)

    init(_ configuration: PurchaseServerConfiguration, storage: PurchaseDatabase) {
        self.storage = storage
        let apps = configuration.apps
        environments = Dictionary(
            apps.flatMap { app in app.bundleIDs.map { ($0, app.environments ?? configuration.environments) } }
        ) { $1 }
        lifetime = configuration.statementLifetime
        now = configuration.now
        uptime = configuration.uptime
    }

    /// The statement with its signed form in the member `signedStatement`.
    ///
    /// - Parameters:
    ///   - statement: What is said.
    ///   - customer: Who was asked about, by the name in the request, which may be an alias.
    ///   - order: For whom, and by which keys.
    /// - Throws: ``APIError``, code `unknown-app` or `unknown-statement-key`.
    func json(of statement: CustomerStatement, asked customer: CustomerID, for order: StatementOrder) async throws
        -> JSONObject
    {
        guard let environments = environments[order.bundleID] else {
            throw APIError(.notFound, "unknown-app", "this server does not serve the app; compare bundleId")
        }
        let signer = try await signer(among: order.keyIDs)
        var json = statement.json
        var payload = json
        payload[string: "nonce"] = order.nonce
        payload[string: "bundleId"] = order.bundleID
        payload[array: "environments"] = environments.map(\.rawValue).sorted().map(JSONValue.string)
        payload[string: "requestedCustomer"] = customer.value
        payload[milliseconds: "validUntil"] = statement.date.addingTimeInterval(lifetime)
        json[string: "signedStatement"] = try signer.sign(payload)
        return json
    }

    /// The newest key in use that the app believes.
    private func signer(among identifiers: Set<String>) async throws -> StatementSigner {
        let date = now()
        let used = try await signers().filter { $0.key.isUsed(at: date) }
        guard let found = used.last(where: { identifiers.isEmpty || identifiers.contains($0.key.id) }) else {
            throw APIError(
                .conflict,
                "unknown-statement-key",
                "the server signs with none of the keys that the app believes; see /v1/app/statement-keys"
            )
        }
        return found
    }

    private func signers() async throws(PurchaseServerError) -> [StatementSigner] {
        let time = uptime()
        if let known = known.withLock({ $0 }), time - known.readAt < KeyRing.memory { return known.signers }
        let signers = try await storage.statementSigners()
        known.withLock { $0 = Known(signers: signers, readAt: time) }
        return signers
    }

    /// Reads the keys again when something is signed next.
    func forget() { known.withLock { $0 = nil } }
}
