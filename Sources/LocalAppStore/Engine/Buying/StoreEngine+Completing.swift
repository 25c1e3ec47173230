import AppStoreModels
import Foundation
import StoreConfiguration

extension StoreEngine {
    /// Makes the transaction of a purchase that nothing holds up.
    mutating func complete(
        _ request: PurchaseRequest,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount,
        attempt: PurchaseAttempt?,
        by buyer: SubscriptionOrder.Buyer = .app
    ) -> StoreTransaction {
        guard let subscription = entry.subscription else {
            return completeOneTime(request, entry, account, attempt: attempt)
        }
        let plan = SubscriptionPlan(entry: entry, subscription: subscription)
        return completeSubscription(request, plan, account, attempt: attempt, by: buyer)
    }

    /// Something owned for ever that is bought again costs nothing and joins the first purchase.
    private mutating func completeOneTime(
        _ request: PurchaseRequest,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount,
        attempt: PurchaseAttempt?
    ) -> StoreTransaction {
        let owned = entry.type == .nonConsumable ? ownedTransaction(of: entry.productID, by: account.id) : nil
        let country = country(of: account)
        let offer = request.offer.flatMap { oneTimeOffer($0, of: entry, country) }
        let price = offer?.price ?? price(of: entry, in: country)
        let id = identifiers.nextTransactionID()
        let transaction = StoreTransaction(
            transactionID: id,
            originalTransactionID: owned?.originalTransactionID ?? id,
            webOrderLineItemID: nil,
            accountID: account.id,
            productID: entry.productID,
            productType: entry.type,
            subscriptionGroupID: nil,
            quantity: request.quantity,
            purchaseDate: request.date(now: now),
            originalPurchaseDate: owned?.originalPurchaseDate ?? request.date(now: now),
            expiresDate: nil,
            reason: .purchase,
            offer: owned == nil ? offer?.applied : nil,
            price: owned == nil ? price.times(request.quantity) : StorePrice(amount: 0, currency: price.currency),
            storefront: country.code,
            appAccountToken: request.appAccountToken,
            applicationUsername: request.applicationUsername,
            ownership: .purchased,
            restoredTransactionID: nil,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: false,
            isFinished: false
        )
        emit(
            owned == nil ? .purchased : .redelivered,
            notification: owned == nil ? StoreNotification(.oneTimeCharge) : nil,
            transactions: [transaction],
            attempt: attempt?.completed(by: transaction)
        )
        return transaction
    }

    /// What a code makes of the price of something that is bought once.
    private func oneTimeOffer(
        _ wanted: PurchaseOffer,
        of entry: Catalogue.Entry,
        _ country: StoreCountry
    ) -> (applied: AppliedOffer, price: StorePrice)? {
        guard case .code(let name) = wanted, let offer = entry.codeOffers.first(where: { $0.codeName == name }) else {
            return nil
        }
        let mode = offer.paymentMode ?? .freeTrial
        let amount = mode == .freeTrial ? 0 : (offer.price ?? 0).nearestPrice
        let applied = AppliedOffer(type: .offerCode, identifier: name, paymentMode: mode, period: nil)
        return (applied, StorePrice(amount: amount, currency: country.currency))
    }

    private func ownedTransaction(of productID: String, by account: String) -> StoreTransaction? {
        ledger.records(of: account).first { transaction in
            transaction.productID == productID && transaction.revocationDate == nil && !transaction.isRestored
                && transaction.ownership == .purchased && transaction.commerce == nil
        }
    }
}

extension PurchaseAttempt {
    /// The attempt after it became a transaction.
    func completed(by transaction: StoreTransaction) -> PurchaseAttempt {
        var attempt = self
        attempt.status = .completed
        attempt.transactionID = transaction.transactionID
        return attempt
    }
}
