import Foundation
import LocalAppStore

/// Answers where there is no store: nobody has named one, or it lets this account not in. Everything fails and says why.
struct NoStoreSession: StoreSession {
    /// What every request is answered with.
    let error: SKError

    /// No store was named.
    init() {
        error = SKError(
            .unknown,
            userInfo: [
                NSLocalizedDescriptionKey: "No store is in use. Call LocalDevice.use(_:) before StoreKit is used."
            ]
        )
    }

    /// A store refused to sign the device in.
    init(refusal: StoreError) { error = SKError(refusal) }

    var now: Date { Date(timeIntervalSince1970: 0) }
    var canMakePayments: Bool { false }
    var storefront: SKStorefront? { nil }

    func meetAgain() throws -> Bool { throw error }
    func products(_ identifiers: Set<String>) throws -> SKProductsResponse { throw error }
    func buy(_ payment: PaymentFields) throws -> SessionPurchase { throw error }
    func redeem(_ code: String) throws -> SessionPurchase? { throw error }
    func unfinished() throws -> [SessionTransaction] { throw error }
    func restore(applicationUsername: String?) throws -> [SessionTransaction] { throw error }
    func takePurchaseIntents() throws -> [BegunPurchase] { throw error }
    func finish(_ identifier: String) throws { throw error }
    func attempts() throws -> [String: SessionAttempt] { throw error }
    func priceIncreases() throws -> [SessionPriceIncrease] { throw error }
    func answerPriceIncrease(_ identifier: String, accepts: Bool) throws { throw error }
    func receipt(_ properties: ReceiptProperties) throws -> Data { throw error }
    func catalogue(_ identifiers: Set<String>) throws -> SessionCatalogue { throw StoreKitError.systemError(error) }
    func transactions(_ selection: DeviceSelection) throws -> [DeviceMessages.SignedTransaction] {
        throw StoreKitError.systemError(error)
    }
    func statuses(groupID: String?, transactionID: String?) throws -> DeviceMessages.Statuses {
        throw StoreKitError.systemError(error)
    }
    func groupIDsWithoutIntroduction(of groupID: String?) throws -> [String] { throw StoreKitError.systemError(error) }
    func appTransaction() throws -> String { throw StoreKitError.systemError(error) }
    func observe(_ handler: @escaping @Sendable ([SessionEvent]) -> Void) -> any Sendable { () }
}
