import AppStoreModels
import Entitlements
import Foundation

extension CustomerExport {
    /// Everything about a person but for what there may be any amount of.
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
        json[array: "refundRequests"] = refundRequests.map { .object($0.json(at: statement.date)) }
        json[array: "attributes"] = subscriber.attributes.sorted { $0.key < $1.key }.map { name, attribute in
            .object(attribute.json(named: name))
        }
        json[milliseconds: "lastSeenDate"] = subscriber.lastSeen
        json[string: "platform"] = platform
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
        case .events: "events"
        }
    }

    /// How many are held at once: a receipt may have megabytes, what is signed or told has some thousand bytes.
    var portion: Int {
        switch self {
        case .uploads: 2
        case .signedTransactions, .signedRenewalInfo: 200
        case .events: 50
        }
    }
}

extension CustomerExport.Item {
    var json: JSONValue {
        switch self {
        case .upload(let upload): .object(upload.json)
        case .signed(let jws): .string(jws)
        case .event(let event): .object(event)
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
