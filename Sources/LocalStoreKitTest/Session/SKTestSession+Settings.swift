public import Foundation
import LocalAppStore
public import LocalStoreKit
import Locking
import StoreConfiguration

/// Each property begins with what the configuration file says; setting it overrides the file until
/// ``resetToDefaultState()``.
extension SKTestSession {
    /// Whether every purchase waits for approval.
    public var askToBuyEnabled: Bool {
        get { store.settings.askToBuyEnabled }
        set { change { $0.askToBuyEnabled = newValue } }
    }

    /// Whether no sheet is shown: purchases are confirmed, price increases wait for the session.
    public var disableDialogs: Bool {
        get { store.settings.disableDialogs }
        set { change { $0.disableDialogs = newValue } }
    }

    /// Whether every purchase fails with ``failureError``. ``setSimulatedError(_:forAPI:)`` replaces it.
    public var failTransactionsEnabled: Bool {
        get { store.settings.purchaseFailure != nil }
        set {
            let failure = PurchaseFailure(failureError)
            change { $0.purchaseFailure = newValue ? failure : nil }
        }
    }

    /// What purchases fail with while ``failTransactionsEnabled`` is on: `unknown`, `invalidOfferIdentifier`,
    /// `invalidSignature`, `missingOfferParams` or `invalidOfferPrice`.
    public var failureError: SKError.Code {
        get { state.withLock { $0.failureError } }
        set {
            state.withLock { $0.failureError = newValue }
            let failure = PurchaseFailure(newValue)
            change { if $0.purchaseFailure != nil { $0.purchaseFailure = failure } }
        }
    }

    /// Whether every purchase is interrupted: it fails, and succeeds once its issue is resolved.
    public var interruptedPurchasesEnabled: Bool {
        get { store.settings.interruptedPurchasesEnabled }
        set { change { $0.interruptedPurchasesEnabled = newValue } }
    }

    /// Whether renewals fail and subscriptions enter billing retry.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { store.settings.billingRetryOnRenewalEnabled }
        set { change { $0.billingRetryOnRenewalEnabled = newValue } }
    }

    /// Whether billing retry begins with a grace period; it has no effect unless renewals fail.
    public var billingGracePeriodIsEnabled: Bool {
        get { store.settings.billingGracePeriodEnabled }
        set { change { $0.billingGracePeriodEnabled = newValue } }
    }

    /// The customer's storefront, ISO 3166-1 alpha-3. One that the App Store does not have changes nothing.
    public var storefront: String {
        get { (try? store.account(account))?.storefront ?? store.settings.storefront }
        set {
            change { $0.storefront = newValue }
            guard newValue != storefront else { return }
            try? store.setStorefront(newValue, account: account)
        }
    }

    /// The language of titles and prices.
    public var locale: Locale {
        get { Locale(identifier: store.settings.locale) }
        set { change { $0.locale = newValue.identifier } }
    }

    /// How fast subscriptions renew; what is already running keeps the end of its period.
    public var timeRate: SKTestSession.TimeRate {
        get { TimeRate(rawValue: store.settings.timeRate.rawValue) ?? .realTime }
        set { change { $0.timeRate = .init(rawValue: newValue.rawValue) } }
    }

    /// Takes all settings and simulated errors from the configuration file again; transactions stay.
    public func resetToDefaultState() {
        state.withLock { state in
            state.failureError = .unknown
            state.simulatedErrors = ConfiguredFailures.failures(of: store.configuration.settings)
        }
        let settings = StoreSettings(store.configuration.settings)
        change { $0 = settings }
        if storefront != settings.storefront { try? store.setStorefront(settings.storefront, account: account) }
    }

    /// A value that the store refuses leaves the settings as they were.
    private func change(_ change: (inout StoreSettings) -> Void) {
        catchUp()
        try? store.updateSettings(change)
    }
}

extension PurchaseFailure {
    /// How a purchase fails with a code of StoreKit; a code that no purchase fails with counts as unknown.
    fileprivate init(_ code: SKError.Code) {
        switch code {
        case .paymentCancelled: self = .cancelled
        case .paymentInvalid: self = .paymentInvalid
        case .paymentNotAllowed: self = .paymentNotAllowed
        case .storeProductNotAvailable: self = .productNotAvailable
        case .cloudServiceNetworkConnectionFailed: self = .networkConnectionFailed
        case .invalidOfferIdentifier: self = .invalidOfferIdentifier
        case .invalidSignature: self = .invalidSignature
        case .missingOfferParams: self = .missingOfferParameters
        case .invalidOfferPrice: self = .invalidOfferPrice
        default: self = .unknown
        }
    }
}
