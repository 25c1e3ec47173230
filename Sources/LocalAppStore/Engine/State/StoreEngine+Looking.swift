import AppStoreModels
package import Foundation
import OrderedCollections

extension StoreEngine {
    /// All accounts in the order they were created.
    package var accounts: [StoreAccount] { Array(customers.all) }

    /// All purchase attempts in order.
    package var attempts: [PurchaseAttempt] { Array(attemptsByID.values) }

    /// All subscriptions in the order they began.
    package var subscriptions: [StoreSubscription] { Array(chains.all) }

    /// An account.
    ///
    /// - Throws: ``StoreError/Code/unknownAccount``
    package func account(_ id: String) throws(StoreError) -> StoreAccount {
        guard let account = customers[id] else {
            throw StoreError(.unknownAccount, "there is no account \"\(id)\"; create it first")
        }
        return account
    }

    /// A transaction.
    ///
    /// - Throws: ``StoreError/Code/unknownTransaction``
    package func transaction(_ id: String) throws(StoreError) -> StoreTransaction {
        guard let transaction = ledger[id] else { throw unknownTransaction(id) }
        return transaction
    }

    /// The refusal of an identifier that no transaction has.
    func unknownTransaction(_ id: String) -> StoreError {
        StoreError(.unknownTransaction, "there is no transaction \(id)")
    }

    /// A subscription.
    ///
    /// - Throws: ``StoreError/Code/unknownSubscription``
    package func subscription(_ originalTransactionID: String) throws(StoreError) -> StoreSubscription {
        guard let subscription = chains[originalTransactionID] else {
            throw StoreError(.unknownSubscription, "there is no subscription \(originalTransactionID)")
        }
        return subscription
    }

    /// Everything an account bought or was renewed, in order; without restored copies.
    package func transactions(account: String) -> [StoreTransaction] {
        ledger.records(of: account).filter { !$0.isRestored }
    }

    /// What the payment queue of an account still has to deliver: purchases, renewals and restored copies.
    package func unfinishedTransactions(account: String) -> [StoreTransaction] {
        ledger.records(of: account).filter { !$0.isFinished }
    }

    /// What restoring would bring back: finished non-consumables and auto-renewable subscriptions that were not refunded.
    ///
    /// - Parameters:
    ///   - account: Whose purchases.
    ///   - applicationUsername: If not nil, only what was bought with this name.
    package func restorableTransactions(account: String, applicationUsername: String? = nil) -> [StoreTransaction] {
        transactions(account: account).filter { transaction in
            transaction.isFinished && transaction.revocationDate == nil
                && [.nonConsumable, .autoRenewableSubscription].contains(transaction.productType)
                && (applicationUsername == nil || transaction.applicationUsername == applicationUsername)
        }
    }

    /// The subscriptions of an account.
    package func subscriptions(account: String) -> [StoreSubscription] {
        Array(chains.records(of: account))
    }

    /// Whether an account may have an introductory offer of a group now: it never had one, and is not subscribed.
    package func isEligibleForIntroductoryOffer(account: String, groupID: String) -> Bool {
        chain(account: account, group: groupID)?.allowsIntroductoryOffer ?? true
    }

    /// The product, if the catalogue has it.
    func entry(_ productID: String) throws(StoreError) -> Catalogue.Entry {
        guard let entry = catalogue[productID] else {
            throw StoreError(.unknownProduct, "the catalogue has no product \"\(productID)\"")
        }
        return entry
    }

    /// Where an account buys.
    func country(of account: StoreAccount) -> StoreCountry {
        StoreCountry(code: account.storefront) ?? .unitedStates
    }

    /// What one of a product costs at a storefront.
    func price(of entry: Catalogue.Entry, in country: StoreCountry) -> StorePrice {
        settings.priceOverrides[country.code]?[entry.productID]
            ?? StorePrice(amount: entry.price, currency: country.currency)
    }

    /// What a product looks like to a customer.
    func item(_ entry: Catalogue.Entry, country: StoreCountry, locale: String?) -> CatalogueItem {
        entry.item(
            locale: locale ?? settings.locale,
            fallback: catalogue.defaultLocale,
            country: country,
            price: price(of: entry, in: country),
            hostedContentVersion: settings.hostedContentVersions[entry.productID]
        )
    }

    /// The subscriptions of family members that repeat a purchaser's.
    func sharedChains(of originalTransactionID: String) -> [StoreSubscription] {
        (familyState.copies[originalTransactionID] ?? []).compactMap { chains[$0] }
    }

    /// The subscription that an account bought in a group, live or not; those of Advanced Commerce stand beside it.
    func chain(account: String, group: String) -> StoreSubscription? {
        chains.records(of: account).last { $0.groupID == group && $0.sharing == nil && $0.commerce == nil }
    }

    /// When something falls due next, nil if nothing will.
    package var nextDueDate: Date? {
        [
            agenda.first.map { Date(millisecondsSince1970: $0.dueMilliseconds) }, faultState.lateFinishes.first?.date,
            refundState.nextDeadline,
            externalPurchases.nextReminderDate,
        ]
        .compactMap(\.self).min()
    }
}
