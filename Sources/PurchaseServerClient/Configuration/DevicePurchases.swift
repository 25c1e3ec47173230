import AppStoreModels
public import AppStoreTrust
public import Entitlements
public import Foundation
public import SwiftyStoreKit

/// What the device knows of purchases without the server: what the App Store signed and the device has verified.
public struct DevicePurchases: Sendable {
    private let read: (@Sendable (Date, EntitlementRules) async throws -> [Entitlement])?

    /// Purchases that the app reads in its own way.
    ///
    /// - Parameter read: What follows from them at a moment. It must believe only what the App Store signed.
    public init(_ read: @escaping @Sendable (Date, EntitlementRules) async throws -> [Entitlement]) {
        self.read = read
    }

    private init() { read = nil }

    /// The device is not asked.
    public static let nothing = Self()

    var isNothing: Bool { read == nil }

    /// The receipt on the device, checked by its signature; the App Store is not asked, so no password is.
    ///
    /// - Parameters:
    ///   - validator: Checks it; give the device's identifiers, too, so that nobody brings a receipt from elsewhere.
    ///   - receipt: Reads it; nil if there is none.
    public static func receipt(
        _ validator: LocalReceiptValidator,
        from receipt: @escaping @Sendable () async -> Data?
    ) -> Self {
        Self { date, rules in
            guard let data = await receipt() else { return [] }
            return EntitlementReport(try validator.validated(data), at: date, rules: rules).entitlements
        }
    }

    /// The receipt that the client's device has.
    public static func receipt(_ validator: LocalReceiptValidator, of client: StoreClient) -> Self {
        receipt(validator) { client.localReceiptData }
    }

    #if canImport(StoreKit) && canImport(Darwin)
        /// The receipt of the app, in its bundle.
        public static func receipt(_ validator: LocalReceiptValidator) -> Self {
            receipt(validator) { Bundle.main.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) } }
        }
    #else
        /// The receipt of the device in use.
        public static func receipt(_ validator: LocalReceiptValidator) -> Self {
            receipt(validator) { SwiftyStoreKit.localReceiptData }
        }
    #endif

    /// Transactions of StoreKit 2, as `Transaction.all` has them in `jwsRepresentation`, each verified here again.
    ///
    /// - Parameters:
    ///   - verifier: Checks each; one that is not good gives nothing.
    ///   - transactions: Reads them.
    public static func signedTransactions(
        _ verifier: SignedDataVerifier,
        from transactions: @escaping @Sendable () async -> [String]
    ) -> Self {
        Self { date, rules in
            var facts = PurchaseFacts()
            for text in await transactions() {
                guard let transaction = try? verifier.verify(signedTransaction: text),
                    let fact = try? PurchaseFact(transaction)
                else { continue }
                facts.insert(fact)
            }
            return facts.entitlements(at: date, rules: rules)
        }
    }

    /// The transactions that StoreKit 2 has on the client's device, each verified here again; a client on StoreKit 1 has them,
    /// too.
    public static func signedTransactions(_ verifier: SignedDataVerifier, of client: StoreClient) -> Self {
        signedTransactions(verifier) { await client.signedPurchases().map(\.jws) }
    }

    func entitlements(at date: Date, rules: EntitlementRules) async throws -> [Entitlement] {
        try await read?(date, rules) ?? []
    }
}
