import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

// How the control interface writes records: with Apple's names, dates in milliseconds, prices in thousandths.

extension CatalogueItem {
    var json: JSONValue {
        var json: JSONObject = [
            "productId": .string(productID), "type": .string(type.rawValue), "title": .string(title),
            "description": .string(localizedDescription), "isFamilyShareable": .bool(isFamilyShareable),
        ]
        var amounts = TransactionPayload()
        amounts.price = price.amount
        json["price"] = amounts.json["price"]
        json["currency"] = .string(price.currency)
        if let subscription {
            json["subscriptionGroupIdentifier"] = .string(subscription.groupID)
            json["groupLevel"] = .number(JSONNumber(subscription.level))
            json["period"] = .string(subscription.period.iso8601)
        }
        return .object(json)
    }
}

extension StoreAccount {
    var json: JSONValue {
        var json: JSONObject = ["id": .string(id), "storefront": .string(storefront)]
        json[milliseconds: "createdDate"] = createdDate
        json["appTransactionId"] = .string(appTransactionID)
        json["canMakePayments"] = .bool(canMakePayments)
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
        if isUpgraded { payload.isUpgraded = true }
        payload.json["account"] = .string(accountID)
        payload.json["isFinished"] = .bool(isFinished)
        return .object(payload.json)
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
        return .object(payload.json)
    }
}

extension StoreEvent {
    var json: JSONValue {
        var json: JSONObject = ["sequence": .number(JSONNumber(sequence)), "name": .string(name.rawValue)]
        json[milliseconds: "date"] = date
        json["account"] = accountID.map(JSONValue.string)
        json["notificationType"] = (notification?.type.rawValue).map(JSONValue.string)
        json["subtype"] = (notification?.subtype?.rawValue).map(JSONValue.string)
        if !transactions.isEmpty { json["transactions"] = .array(transactions.map(\.json)) }
        json["subscription"] = subscription?.json
        return .object(json)
    }
}

extension OutgoingNotification {
    var json: JSONValue {
        var json: JSONObject = ["notificationUUID": .string(id), "notificationType": .string(type.rawValue)]
        json["subtype"] = (subtype?.rawValue).map(JSONValue.string)
        json[milliseconds: "date"] = date
        json["signedPayload"] = .string(signedPayload)
        json["isDelivered"] = .bool(isDelivered)
        json["sendAttempts"] = .array(
            attempts.map { attempt in
                var json: JSONObject = [:]
                json[milliseconds: "attemptDate"] = attempt.date
                json["sendAttemptResult"] = .string(attempt.result.rawValue)
                return .object(json)
            }
        )
        json[milliseconds: "nextAttemptDate"] = nextAttempt
        return .object(json)
    }
}
