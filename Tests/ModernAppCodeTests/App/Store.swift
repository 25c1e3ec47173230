import Foundation
import StoreKit

// The shop of an app as samples and tutorials have it: one object that loads, listens, buys, verifies and finishes.

typealias Transaction = StoreKit.Transaction
typealias RenewalInfo = StoreKit.Product.SubscriptionInfo.RenewalInfo
typealias RenewalState = StoreKit.Product.SubscriptionInfo.RenewalState

public enum AppStoreError: Error {
    case failedVerification
    case productNotFound
}

@MainActor
final class Store {
    private(set) var consumables: [Product]
    private(set) var nonConsumables: [Product]
    private(set) var subscriptions: [Product]
    private(set) var nonRenewables: [Product]
    private(set) var purchasedIdentifiers = Set<Product.ID>() { didSet { onChange() } }
    /// What the screen does when there is something new.
    var onChange: () -> Void = {}
    private(set) var subscriptionGroupStatus: RenewalState?
    private(set) var heard: [UInt64] = []
    var updateListenerTask: Task<Void, Error>? = nil

    init() {
        (consumables, nonConsumables, subscriptions, nonRenewables) = ([], [], [], [])
    }

    deinit { updateListenerTask?.cancel() }

    // 1. A listener that is begun before anything else, in a task of its own.
    func listenForTransactions() -> Task<Void, Error> {
        Task.detached {
            for await result in Transaction.updates {
                do {
                    let transaction = try self.checkVerified(result)
                    await self.updateCustomerProductStatus()
                    await transaction.finish()
                } catch {
                    print("Transaction failed verification")
                }
            }
        }
    }

    // 2. The same in the task of the caller, weakly.
    func observeTransactionUpdates() -> Task<Void, Never> {
        Task(priority: .background) { [weak self] in
            for await verificationResult in Transaction.updates {
                guard let self else { return }
                self.heard.append(verificationResult.unsafePayloadValue.id)
                await self.updateCustomerProductStatus()
            }
        }
    }

    // 3. Products by their kinds.
    func requestProducts(_ identifiers: some Collection<String>) async {
        do {
            let storeProducts = try await Product.products(for: identifiers)
            for product in storeProducts {
                switch product.type {
                case .consumable: consumables.append(product)
                case .nonConsumable: nonConsumables.append(product)
                case .autoRenewable: subscriptions.append(product)
                case .nonRenewable: nonRenewables.append(product)
                default: print("Unknown product")
                }
            }
            subscriptions = sortByPrice(subscriptions)
        } catch {
            print("Failed product request from the App Store server: \(error)")
        }
    }

    // 4. A purchase whose result is switched over.
    func purchase(_ product: Product) async throws -> Transaction? {
        let result = try await product.purchase()
        switch result {
        case .success(let verification):
            let transaction = try checkVerified(verification)
            await updateCustomerProductStatus()
            await transaction.finish()
            return transaction
        case .userCancelled, .pending:
            return nil
        @unknown default:
            return nil
        }
    }

    // 5. A purchase with everything that an app says of it.
    func purchase(_ product: Product, quantity: Int, for account: UUID) async throws -> Product.PurchaseResult {
        try await product.purchase(options: [
            .quantity(quantity), .appAccountToken(account), .custom(key: "screen", value: "paywall"),
            .custom(key: "variant", value: 2.0), .custom(key: "isTrial", value: false),
            .onStorefrontChange { _ in true }, .simulatesAskToBuyInSandbox(false),
        ])
    }

    // 6. Verification for whatever is signed.
    nonisolated func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
        switch result {
        case .unverified: throw AppStoreError.failedVerification
        case .verified(let safe): return safe
        }
    }

    // 7. What the customer owns now, by kinds, and where the subscription stands.
    func updateCustomerProductStatus() async {
        var purchased = Set<Product.ID>()
        for await result in Transaction.currentEntitlements {
            do {
                let transaction = try checkVerified(result)
                switch transaction.productType {
                case .nonConsumable, .autoRenewable:
                    purchased.insert(transaction.productID)
                case .nonRenewable:
                    let oneYear = DateComponents(year: 1)
                    let expirationDate = Calendar(identifier: .gregorian)
                        .date(byAdding: oneYear, to: transaction.purchaseDate)
                    if let expirationDate, transaction.signedDate < expirationDate {
                        purchased.insert(transaction.productID)
                    }
                default: break
                }
            } catch {
                print("\(error.localizedDescription)")
            }
        }
        purchasedIdentifiers = purchased
        subscriptionGroupStatus = try? await subscriptions.first?.subscription?.status.first?.state
    }

    // 8. Whether one product is owned, from its latest transaction.
    func isPurchased(_ productIdentifier: String) async throws -> Bool {
        guard let result = await Transaction.latest(for: productIdentifier) else { return false }
        let transaction = try checkVerified(result)
        return transaction.revocationDate == nil && !transaction.isUpgraded
    }

    // 9. Sorting by price, and an emoji for each: products are values and keys.
    nonisolated func sortByPrice(_ products: [Product]) -> [Product] {
        products.sorted(by: { $0.price < $1.price })
    }

    // 10. Restore, by the button alone.
    func restore() async -> Bool {
        ((try? await AppStore.sync()) != nil)
    }

    // 11. One product, or an error of the app's own.
    func product(_ identifier: Product.ID) async throws -> Product {
        guard let product = try await Product.products(for: [identifier]).first(where: { $0.id == identifier }) else {
            throw AppStoreError.productNotFound
        }
        return product
    }
}
