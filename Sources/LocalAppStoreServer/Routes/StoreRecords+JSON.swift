import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

// How the control interface writes records: with Apple's names, dates in milliseconds, prices in thousandths.

extension StoreApp {
    var json: JSONValue {
        ["bundleId": .string(bundleID), "version": .string(version), "appAppleId": .number(JSONNumber(appAppleID))]
    }
}

extension StoreAccount {
    var json: JSONValue {
        var json: JSONObject = ["id": .string(id), "storefront": .string(storefront)]
        json[milliseconds: "createdDate"] = createdDate
        json["appTransactionId"] = .string(appTransactionID)
        json["canMakePayments"] = .bool(canMakePayments)
        json["requiresApproval"] = .bool(requiresApproval)
        json["renewalChargesFail"] = .bool(renewalChargesFail)
        json["familyId"] = familyID.map(JSONValue.string)
        json["unsharedPurchases"] = .texts(unsharedPurchases.sorted())
        json["purchaseIntents"] = .texts(purchaseIntents)
        if !purchaseIntentOffers.isEmpty {
            json["purchaseIntentOffers"] = .object(
                JSONObject(purchaseIntentOffers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            )
        }
        json[milliseconds: "consentRescindedDate"] = consentRescindedDate
        return .object(json)
    }
}

extension PurchaseAttempt {
    var json: JSONValue {
        var json: JSONObject = [
            "id": .string(id), "status": .string(status.rawValue), "productId": .string(request.productID),
            "account": .string(request.accountID), "quantity": .number(JSONNumber(request.quantity)),
        ]
        json[milliseconds: "date"] = date
        json["appAccountToken"] = request.appAccountToken.map { .string($0.uuidString.lowercased()) }
        json["failure"] = (failure?.rawValue).map(JSONValue.string)
        json["reason"] = reason.map(JSONValue.string)
        json["offerIdentifier"] = (request.offer?.identifier).map(JSONValue.string)
        json["transactionId"] = transactionID.map(JSONValue.string)
        return .object(json)
    }
}

extension StoreTransaction {
    var json: JSONValue {
        var payload = TransactionPayload()
        payload.transactionID = transactionID
        payload.originalTransactionID = originalTransactionID
        payload.webOrderLineItemID = webOrderLineItemID
        payload.productID = productID
        payload.type = productType
        payload.subscriptionGroupID = subscriptionGroupID
        payload.quantity = Int64(quantity)
        payload.purchaseDate = purchaseDate
        payload.originalPurchaseDate = originalPurchaseDate
        payload.expiresDate = expiresDate
        payload.transactionReason = reason
        payload.price = price.amount
        payload.currency = price.currency
        payload.storefront = storefront
        payload.inAppOwnershipType = ownership
        payload.appAccountToken = appAccountToken
        payload.revocationDate = revocationDate
        payload.revocationReason = revocationReason
        payload.json["revocationPercentage"] = revocationPercentage.map { .number(JSONNumber($0)) }
        if isUpgraded { payload.isUpgraded = true }
        payload.json["account"] = .string(accountID)
        payload.json["isFinished"] = .bool(isFinished)
        payload.json["sharedTransactionId"] = sharedTransactionID.map(JSONValue.string)
        payload.json["proratedRefund"] = proratedRefund.map { .object($0.json) }
        payload.json["orderId"] = OrderID(transactionID: transactionID).text.map(JSONValue.string)
        payload.json[object: "advancedCommerceInfo"] = advancedCommerceInfo
        if let offer { payload.json.set(offer) }
        return .object(payload.json)
    }
}

extension JSONObject {
    /// The members that tell of an offer.
    fileprivate mutating func set(_ offer: AppliedOffer) {
        self["offerType"] = .number(JSONNumber(offer.type.rawValue))
        self["offerIdentifier"] = offer.identifier.map(JSONValue.string)
        self["offerDiscountType"] = .string(offer.discountType)
        self["offerPeriod"] = offer.duration.map { .string($0.iso8601) }
    }
}

extension StoreSubscription {
    var json: JSONValue {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = originalTransactionID
        payload.productID = productID
        payload.autoRenewProductID = autoRenewProductID
        payload.autoRenewStatus = autoRenews ? .on : .off
        payload.expirationIntent = expirationIntent
        payload.isInBillingRetryPeriod = isInBillingRetryPeriod
        payload.gracePeriodExpiresDate = gracePeriodExpiresDate
        payload.recentSubscriptionStartDate = recentSubscriptionStartDate
        payload.appAccountToken = appAccountToken
        payload.json["account"] = .string(accountID)
        payload.json["status"] = .number(JSONNumber(status.rawValue))
        payload.json["latestTransactionId"] = .string(latestTransactionID)
        payload.json[milliseconds: "expiresDate"] = expiresDate
        payload.json["subscriptionGroupIdentifier"] = .string(groupID)
        payload.json[milliseconds: "billingRetryEndDate"] = billingRetryEndDate
        payload.json[milliseconds: "nextChargeDate"] = nextChargeDate
        payload.json["renewalCount"] = .number(JSONNumber(renewalCount))
        payload.json["sharedOriginalTransactionId"] = (sharing?.originalTransactionID).map(JSONValue.string)
        payload.json[object: "advancedCommerceInfo"] = advancedCommerceInfo
        if let offer = upcomingOffer { payload.json.set(offer) }
        payload.json["priceIncrease"] = priceIncrease.map { increase in
            var json = increase.price.json
            json["isAccepted"] = .bool(increase.isAccepted)
            return .object(json)
        }
        return .object(payload.json)
    }
}

extension StoreEvent {
    var json: JSONValue {
        var json: JSONObject = ["sequence": .number(JSONNumber(sequence)), "name": .string(name.rawValue)]
        json[milliseconds: "date"] = date
        json["account"] = accountID.map(JSONValue.string)
        json["attempt"] = attempt?.json
        json["settings"] = settings?.json
        json["fault"] = fault?.json
        json["productId"] = promotedProductID.map(JSONValue.string)
        json["deletedTransactionIds"] = .texts(deletedTransactionIDs)
        json["notificationType"] = (notification?.type.rawValue).map(JSONValue.string)
        json["subtype"] = (notification?.subtype?.rawValue).map(JSONValue.string)
        json["consumptionRequestReason"] = (notification?.consumptionRequestReason).map(JSONValue.string)
        json["family"] = family?.json
        if !offerCodes.isEmpty { json["codes"] = .array(offerCodes.map(\.json)) }
        if !transactions.isEmpty { json["transactions"] = .array(transactions.map(\.json)) }
        json["subscription"] = subscription?.json
        json["refundRequest"] = refundRequest?.json
        json["massExtension"] = massExtension?.json
        return .object(json)
    }
}

extension JSONValue? {
    /// A list of texts; nil of none, for what is left out then.
    fileprivate static func texts(_ texts: [String]) -> Self {
        texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
}
