import AppStoreModels
import Entitlements
import Foundation

extension CustomerExport {
    /// Everything about a person but for what the devices sent.
    func json(with statement: CustomerStatement) -> JSONObject {
        var json = statement.json
        json[milliseconds: "createdDate"] = record.createdDate
        json[array: "transactions"] = record.facts.purchases.sorted {
            ($0.purchaseDate, $0.transactionID, $0.statedDate) < ($1.purchaseDate, $1.transactionID, $1.statedDate)
        }.map { .object($0.json) }
        json[array: "renewals"] = record.facts.renewals.sorted {
            ($0.statedDate, $0.originalTransactionID) < ($1.statedDate, $1.originalTransactionID)
        }.map { .object($0.json) }
        json[array: "grants"] = record.grants.map { .object($0.json) }
        json[array: "entries"] = record.calls.map { .object($0.json) }
        json[array: "audit"] = audit.map { .object($0.json) }
        json[array: "attributes"] = subscriber.attributes.sorted { $0.key < $1.key }.map { name, attribute in
            .object(attribute.json(named: name))
        }
        json[milliseconds: "lastSeenDate"] = subscriber.lastSeen
        json[string: "offering"] = subscriber.offering
        return json
    }
}

extension CustomerAttribute {
    fileprivate func json(named name: String) -> JSONObject {
        var json: JSONObject = ["name": .string(name)]
        json[string: "value"] = value
        json[milliseconds: "updatedDate"] = updatedDate
        return json
    }
}

extension CustomerExport.Part {
    /// The member of the document that has them.
    var member: String {
        switch self {
        case .uploads: "uploads"
        case .signedTransactions: "signedTransactions"
        case .signedRenewalInfo: "signedRenewalInfo"
        }
    }

    /// How many are held at once: a receipt may have megabytes, what is signed has some thousand bytes.
    var portion: Int { self == .uploads ? 2 : 200 }
}

extension CustomerExport.Item {
    var json: JSONValue {
        switch self {
        case .upload(let upload): .object(upload.json)
        case .signed(let jws): .string(jws)
        }
    }
}

extension CustomerExport.Upload {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["customer": .string(customer.value), "status": .string(status.rawValue)]
        json[milliseconds: "uploadDate"] = receivedAt
        json[string: "receiptData"] = receipt?.base64EncodedString()
        return json
    }
}

extension PurchaseFact {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "transactionId": .string(transactionID), "originalTransactionId": .string(originalTransactionID),
            "productId": .string(productID), "environment": .string(environment.rawValue),
        ]
        json[milliseconds: "signedDate"] = statedDate
        json[string: "bundleId"] = bundleID
        json[string: "type"] = productType?.rawValue
        json[milliseconds: "purchaseDate"] = purchaseDate
        json[milliseconds: "originalPurchaseDate"] = originalPurchaseDate
        json[milliseconds: "expiresDate"] = expiresDate
        json[integer: "quantity"] = Int64(quantity)
        json[milliseconds: "revocationDate"] = revocationDate
        json[integer: "revocationReason"] = revocationReason.map { Int64($0.rawValue) }
        json[boolean: "isUpgraded"] = isUpgraded
        json[boolean: "isTrialPeriod"] = isFreeTrial
        json[string: "inAppOwnershipType"] = inAppOwnershipType?.rawValue
        json[string: "subscriptionGroupIdentifier"] = subscriptionGroupID
        json[string: "webOrderLineItemId"] = webOrderLineItemID
        json[string: "appAccountToken"] = appAccountToken?.uuidString.lowercased()
        return json
    }
}

extension RenewalFact {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "originalTransactionId": .string(originalTransactionID), "environment": .string(environment.rawValue),
        ]
        json[milliseconds: "signedDate"] = statedDate
        json[string: "productId"] = productID
        json[integer: "autoRenewStatus"] = autoRenewStatus.map { Int64($0.rawValue) }
        json[string: "autoRenewProductId"] = autoRenewProductID
        json[integer: "expirationIntent"] = expirationIntent.map { Int64($0.rawValue) }
        json[boolean: "isInBillingRetryPeriod"] = isInBillingRetryPeriod
        json[milliseconds: "gracePeriodExpiresDate"] = gracePeriodExpiresDate
        return json
    }
}
