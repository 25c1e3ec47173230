import AppStoreModels
import Foundation
import StoreConfiguration

extension StoreEngine {
    /// The extensions of many subscriptions that were asked for, in order.
    package var allMassExtensions: [MassExtension] { massExtensions.all }

    /// An extension of many subscriptions; nil if none was asked for by this name.
    package func massExtension(productID: String, requestIdentifier: String) -> MassExtension? {
        massExtensions["\(productID) \(requestIdentifier)"]
    }

    /// Extends the subscriptions of all active subscribers of a product, and says how it went.
    ///
    /// All that are not over count, but those that came by Family Sharing: they follow the purchaser's. What may not be
    /// extended, such as a free offer or a third time in a year, fails by itself and stops nothing. Asked again by the same
    /// name for the same it changes nothing.
    ///
    /// - Returns: The extension with its counts.
    /// - Throws: `unknownProduct`, `unknownStorefront`; `invalidValue` for a number of days or an identifier out of range,
    ///   for a product that is no subscription, and for a name that stands for something else already
    @discardableResult
    package mutating func extendAll(_ wanted: MassExtension) throws(StoreError) -> MassExtension {
        try check(wanted)
        if let known = massExtensions[wanted.key] {
            guard known.asksForTheSame(as: wanted) else {
                throw StoreError(
                    .invalidValue,
                    "\"\(wanted.requestIdentifier)\" asked for something else before; use another identifier"
                )
            }
            return known
        }
        var result = wanted
        for id in subscribers(of: wanted) {
            do throws(StoreError) {
                try extendRenewal(originalTransactionID: id, days: wanted.extendByDays)
                result.succeededCount += 1
            } catch {
                guard let chain = chains[id] else { continue }
                result.failedCount += 1
                emit(
                    .renewalExtensionFailed,
                    notification: StoreNotification(.renewalExtension, .failure),
                    latestOf: chain
                )
            }
        }
        result.completeDate = now
        emit(
            .massExtensionCompleted,
            notification: StoreNotification(.renewalExtension, .summary),
            about: .massExtension(result)
        )
        return result
    }

    private func subscribers(of wanted: MassExtension) -> [String] {
        let storefronts = wanted.storefrontCountryCodes.map(Set.init)
        return chains.all.compactMap { chain in
            guard chain.productID == wanted.productID, chain.isLive, chain.sharing == nil else { return nil }
            guard let storefronts else { return chain.originalTransactionID }
            let isThere = customers[chain.accountID].map { storefronts.contains($0.storefront) }
            return isThere == true ? chain.originalTransactionID : nil
        }
    }

    private func check(_ wanted: MassExtension) throws(StoreError) {
        guard try entry(wanted.productID).subscription != nil else {
            throw StoreError(.invalidValue, "\(wanted.productID) is no subscription; only those can be extended")
        }
        try wanted.checkTaken()
        guard (1...128).contains(wanted.requestIdentifier.count) else {
            throw StoreError(.invalidValue, "the identifier of a request has 1 to 128 characters")
        }
        guard let storefronts = wanted.storefrontCountryCodes else { return }
        if storefronts.isEmpty {
            throw StoreError(.invalidValue, "an empty list of storefronts is nobody's; leave it out for all of them")
        }
        // Also where nobody can buy here: there it extends nothing.
        if let unknown = storefronts.first(where: { !AppStorefronts.known.contains($0) }) {
            throw StoreError(.unknownStorefront, "\"\(unknown)\" is no storefront; write three letters, such as USA")
        }
    }
}
