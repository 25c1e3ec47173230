import Foundation
import LocalStoreKit

// Code as apps write it for StoreKit 2, in the shapes that tutorials, samples and libraries have. It names the type
// `Transaction` and others without the module, and must compile as it is.

typealias RenewalInfo = LocalStoreKit.Product.SubscriptionInfo.RenewalInfo
typealias RenewalState = LocalStoreKit.Product.SubscriptionInfo.RenewalState

enum CallSiteError: Error {
    case failedVerification
}

/// The shop of an app: products by kind, a listener from the start, purchases that are verified and finished.
@MainActor
final class CallSiteStore {
    private(set) var consumables: [Product] = []
    private(set) var owned: [Product] = []
    private(set) var subscriptions: [Product] = []
    private(set) var purchased: Set<Product.ID> = []
    private(set) var delivered: [UInt64] = []
    private(set) var groupStatus: RenewalState?
    private var listener: Task<Void, Never>?

    func listen() {
        listener = Task {
            for await result in Transaction.updates { await self.handle(updated: result) }
        }
    }

    func stop() { listener?.cancel() }

    func load(_ identifiers: some Collection<String>) async {
        do {
            for product in try await Product.products(for: identifiers) {
                switch product.type {
                case .consumable: consumables.append(product)
                case .nonConsumable: owned.append(product)
                case .autoRenewable: subscriptions.append(product)
                default: print("Unknown product")
                }
            }
            subscriptions.sort { $0.price < $1.price }
        } catch {
            print("Failed product request from the App Store server. \(error)")
        }
    }

    func purchase(_ product: Product, for user: UUID? = nil) async throws -> Transaction? {
        let options: Set<Product.PurchaseOption> = user.map { [.appAccountToken($0)] } ?? []
        let result = try await product.purchase(options: options)
        switch result {
        case .success(let verification):
            let transaction = try checkVerified(verification)
            delivered.append(transaction.id)
            await updateCustomerProductStatus()
            await transaction.finish()
            return transaction
        case .userCancelled, .pending: return nil
        @unknown default: return nil
        }
    }

    func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
        switch result {
        case .unverified: throw CallSiteError.failedVerification
        case .verified(let safe): return safe
        }
    }

    func isPurchased(_ productIdentifier: String) async throws -> Bool {
        guard let result = await Transaction.latest(for: productIdentifier) else { return false }
        let transaction = try checkVerified(result)
        return transaction.revocationDate == nil && !transaction.isUpgraded
    }

    func updateCustomerProductStatus() async {
        var purchased: Set<Product.ID> = []
        for await result in Transaction.currentEntitlements {
            guard case .verified(let transaction) = result else { continue }
            if let expiration = transaction.expirationDate, expiration < .distantPast { continue }
            purchased.insert(transaction.productID)
        }
        self.purchased = purchased
        groupStatus = try? await subscriptions.first?.subscription?.status.first?.state
    }

    private func handle(updated result: VerificationResult<Transaction>) async {
        guard let transaction = try? result.payloadValue else { return }
        if transaction.revocationDate != nil {
            purchased.remove(transaction.productID)
        } else {
            delivered.append(transaction.id)
            await updateCustomerProductStatus()
        }
        await transaction.finish()
    }

    /// The highest level that the customer has, by a family perhaps.
    func highestStatus(_ product: Product) async throws -> (Product.SubscriptionInfo.Status, RenewalInfo)? {
        guard let statuses = try await product.subscription?.status else { return nil }
        for status in statuses where status.state != .expired && status.state != .revoked {
            guard case .verified(let renewalInfo) = status.renewalInfo else { continue }
            return (status, renewalInfo)
        }
        return nil
    }

    /// What a paywall shows.
    nonisolated func terms(of product: Product) async -> String {
        guard let subscription = product.subscription else { return product.displayPrice }
        let period = subscription.subscriptionPeriod
        let unit: String
        switch period.unit {
        case .day: unit = "day"
        case .week: unit = "week"
        case .month: unit = "month"
        case .year: unit = "year"
        @unknown default: unit = "?"
        }
        var text = "\(product.displayPrice) per \(period.value == 1 ? unit : "\(period.value) \(unit)s")"
        if let offer = subscription.introductoryOffer, await subscription.isEligibleForIntroOffer {
            switch offer.paymentMode {
            case .freeTrial: text += ", free for \(offer.period.value) \(offer.period.unit)"
            case .payAsYouGo, .payUpFront: text += ", first \(offer.displayPrice)"
            default: break
            }
        }
        return text
    }

    /// What goes to the developer's server.
    nonisolated func jws(of productID: String) async -> String? {
        await Transaction.currentEntitlement(for: productID)?.jwsRepresentation
    }

    /// Whether the customer had the app before it was free.
    nonisolated func boughtBefore(_ version: String) async throws -> Bool {
        switch try await AppTransaction.shared {
        case .verified(let app): app.originalAppVersion.compare(version, options: .numeric) == .orderedAscending
        case .unverified: false
        }
    }

    nonisolated func explain(_ error: any Error) -> String {
        switch error {
        case StoreKitError.userCancelled: "cancelled"
        case StoreKitError.networkError(let urlError): "network \(urlError.code.rawValue)"
        case Product.PurchaseError.purchaseNotAllowed: "not allowed"
        case let purchaseError as Product.PurchaseError: purchaseError.localizedDescription
        default: "other"
        }
    }

    nonisolated func unfinishedConsumables() async -> [UInt64: Int] {
        var counts: [UInt64: Int] = [:]
        for await case .verified(let transaction) in Transaction.unfinished
        where transaction.productType == .consumable {
            counts[transaction.id] = transaction.purchasedQuantity
        }
        return counts
    }
}
