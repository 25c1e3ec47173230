import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import Logging

/// Signs offers for apps: those that the settings allow, for customers whom their rules include, so often as one may ask.
struct OfferDesk: Sendable {
    private let configuration: PurchaseServerConfiguration
    private let storage: any CustomerStorage
    private let limiter: CustomerLimiter
    /// By bundle identifier.
    private let apps: [String: App]

    /// What is signed for one app, and by whom.
    private struct App {
        let groups: [OfferGroup]
        let signer: OfferSigner?
    }

    init(_ configuration: PurchaseServerConfiguration, storage: any CustomerStorage) {
        self.configuration = configuration
        self.storage = storage
        limiter = CustomerLimiter(limit: configuration.offerRateLimit, uptime: configuration.uptime)
        let apps = configuration.apps.flatMap { app in
            let access = app.serverAPI ?? configuration.serverAPI
            return app.bundleIDs.map { bundleID in
                let signer = access.map {
                    OfferSigner(
                        key: $0.key,
                        bundleID: bundleID,
                        now: configuration.now,
                        nonce: configuration.makeToken
                    )
                }
                return (bundleID, App(groups: app.offers, signer: signer))
            }
        }
        self.apps = Dictionary(apps) { $1 }
    }

    /// What the app gives to the App Store.
    ///
    /// - Throws: ``APIError``, code `unknown-app`, `offer-not-allowed`, `offer-not-for-customer`, `offer-of-another-customer`
    ///   or `too-many-requests`.
    func json(for order: OfferOrder, of customer: CustomerID) async throws -> JSONObject {
        guard let app = apps[order.bundleID] else {
            throw APIError(.notFound, "unknown-app", "this server does not serve the app; compare bundleId")
        }
        guard let signer = app.signer, let group = app.groups.first(where: { $0.productIDs.contains(order.productID) })
        else { throw Self.notAllowed(order) }
        // Counted before everything is read that the customer has: who asks too often shall not cost more than a look.
        try limiter.count(try await storage.countingName(of: customer))
        let record = try await storage.record(of: customer)
        let standing = try standing(of: record, in: group, of: order)
        let json = try sign(order, standing, group, record, signer)
        configuration.logger.info(
            "offer signed",
            metadata: [
                "customer": "\(UploadLog.hash(of: record.customer))", "kind": "\(order.kind.rawValue)",
                "product": "\(order.productID)", "offer": "\(order.offerID ?? "-")",
            ]
        )
        return json
    }

    private func sign(
        _ order: OfferOrder,
        _ standing: Standing,
        _ group: OfferGroup,
        _ record: CustomerRecord,
        _ signer: OfferSigner
    ) throws -> JSONObject {
        var json: JSONObject = ["kind": .string(order.kind.rawValue)]
        guard let offerID = order.offerID else {
            guard let rule = group.introductory else { throw Self.notAllowed(order) }
            let decision = rule.decision(standing.offers)
            json["isAllowed"] = .bool(decision ?? true)
            guard let decision, let transactionID = try standing.transactionID(for: order) else { return json }
            json[string: "jws"] = try signer.introductoryOffer(
                isAllowed: decision,
                of: order.productID,
                transactionID: transactionID
            )
            return json
        }
        guard let audience = group.promotional[order.productID]?[offerID] else { throw Self.notAllowed(order) }
        guard audience.includes(standing.offers) else {
            throw APIError(
                .conflict,
                "offer-not-for-customer",
                "the offer is for \(audience.rawValue) of the group, and the customer is none of them"
            )
        }
        guard order.kind == .promotionalV1 else {
            json[string: "jws"] = try signer.promotionalOffer(
                offerID,
                of: order.productID,
                transactionID: try standing.transactionID(for: order)
            )
            return json
        }
        let username = try order.applicationUsername.map { name throws(APIError) in try record.username(name) }
        let signed = try signer.promotionalOfferV1(offerID, of: order.productID, applicationUsername: username)
        for (name, value) in signed.json.members { json[name] = value }
        return json
    }

    private static func notAllowed(_ order: OfferOrder) -> APIError {
        APIError(
            .notFound,
            "offer-not-allowed",
            "the settings of \(order.bundleID) allow no such offer of \(order.productID); look at its offers"
        )
    }

    // MARK: What the customer has

    /// What counts of a customer's purchases for one order.
    private struct Standing {
        let offers: OfferStanding
        /// Of the app, in App Stores that count.
        let transactionIDs: Set<String>

        /// For whose account of the App Store it is signed.
        func transactionID(for order: OfferOrder) throws(APIError) -> String? {
            guard let asked = order.transactionID else { return offers.newestTransactionID }
            guard transactionIDs.contains(asked) else { throw APIError.offerOfAnother("transactionId") }
            return asked
        }
    }

    private func standing(of record: CustomerRecord, in group: OfferGroup, of order: OfferOrder) throws -> Standing {
        let sandbox = configuration.customers.sandbox
        // What costs nothing opens no offers that cost something.
        let environments = sandbox.environments(for: record.name(forSandbox: sandbox))
        let counts = { (bundleID: String?, environment: AppStoreEnvironment) in
            bundleID.map { $0 == order.bundleID } ?? true && environments.contains(environment)
        }
        let latest = configuration.now().addingTimeInterval(configuration.entitlementRules.clockTolerance)
        let purchases = record.facts.dated(notAfter: latest).purchases.filter { counts($0.bundleID, $0.environment) }
        let entitlements = try configuration.statement(of: record).entitlements.filter {
            counts($0.bundleID, $0.environment)
        }
        return Standing(
            offers: OfferStanding(in: group, Array(purchases), entitlements),
            transactionIDs: Set(purchases.flatMap { [$0.transactionID, $0.originalTransactionID] })
        )
    }
}

extension APIError {
    /// - Parameter member: What names somebody else.
    fileprivate static func offerOfAnother(_ member: String) -> APIError {
        APIError(.conflict, "offer-of-another-customer", "\(member) is not this customer's; nothing was signed")
    }
}

extension CustomerRecord {
    /// What is signed as the name of the customer: one of the names that the server knows, so that nobody has an offer signed
    /// for somebody else. A UUID is signed as the device sends it, in lower case.
    ///
    /// - Throws: ``APIError``, code `offer-of-another-customer`.
    fileprivate func username(_ text: String) throws(APIError) -> String {
        let own = Set([customer] + aliases.map(\.alias))
        let token = UUID(uuidString: text)
        let names = [CustomerID(text), token.map(CustomerID.init(anonymous:))].compactMap(\.self)
        guard names.contains(where: own.contains) else { throw .offerOfAnother("applicationUsername") }
        return token.map { $0.uuidString.lowercased() } ?? text
    }
}
