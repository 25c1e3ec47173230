import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// What a customer's devices sent and the App Store signed, raw and decoded, each with what became of every rule.
struct CustomerDocuments: Sendable {
    let storage: PurchaseDatabase
    let configuration: PurchaseServerConfiguration

    /// How many of each kind an answer has.
    private static let most = 200
    /// How many receipts: each may be large.
    private static let mostReceipts = 10
    /// The largest receipt that is told as it is, in bytes.
    private static let longestRaw = 262_144

    /// Receipts first, then what is signed, the oldest of a kind first.
    func json(of customer: CustomerID) async throws -> [JSONObject] {
        let receipts = try await storage.receipts(of: customer, limit: Self.mostReceipts)
        var documents = receipts.map(document)
        let verifier = SignedDataVerifier(configuration)
        for part in [CustomerExport.Part.signedTransactions, .signedRenewalInfo] {
            let newest = try await storage.exportedPlaces(part, of: customer).suffix(Self.most)
            for case .signed(let jws) in try await storage.exportedItems(part, at: Array(newest)) {
                documents.append(verifier.examine(jws).document(jws))
            }
        }
        return documents
    }

    private func document(_ receipt: StoredReceipt) -> JSONObject {
        var json: JSONObject = ["kind": "receipt", "byteCount": .number(JSONNumber(receipt.data.count))]
        json[boolean: "isWaiting"] = receipt.isWaiting ? true : nil
        json[string: "receipt"] = receipt.data.count <= Self.longestRaw ? receipt.data.base64EncodedString() : nil
        guard !TransactionReceipt.resembles(receipt.data) else {
            json[boolean: "isValid"] = false
            json[array: "checks"] = [
                [
                    "rule": .string(ReceiptRuleID.signature.rawValue), "outcome": "notApplicable",
                    "reason": "a transaction receipt of iOS 6; only the App Store can verify it",
                ]
            ]
            return json
        }
        let validation = validator(of: receipt).validate(receipt.data)
        json[boolean: "isValid"] = validation.isValid
        json[object: "payload"] = validation.receipt?.payload
        var checks = validation.checks.map(\.json)
        if let failure = validation.readingFailure {
            checks.insert(
                ["rule": "form", "outcome": "failed", "reason": .string("\(failure.code): \(failure.reason)")],
                at: 0
            )
        }
        json[array: "checks"] = checks.map(JSONValue.object)
        return json
    }

    /// Offline, as when it came. What the App Store was asked about it is told by the facts.
    private func validator(of receipt: StoredReceipt) -> AppReceiptValidator {
        var environments: Set<ReceiptEnvironment> = [.production, .sandbox, .volumePurchase, .volumePurchaseSandbox]
        if ServedApps(configuration).acceptedEnvironments.contains(.xcode) { environments.insert(.xcode) }
        let named = (try? AppReceipt(wireForm: receipt.data))?.bundleID
        let served = ServedApps(configuration).bundleIDs
        return AppReceiptValidator(
            policy: configuration.trustPolicy,
            bundleID: named.flatMap { served.contains($0) ? $0 : nil } ?? served.min() ?? "",
            environments: environments,
            now: configuration.now()
        )
    }
}

extension AppReceipt {
    /// The receipt decoded, as far as people ask.
    fileprivate var payload: JSONObject {
        var json: JSONObject = ["bundleId": .string(bundleID), "applicationVersion": .string(appVersion)]
        json[string: "environment"] = environment?.rawValue
        json[milliseconds: "signedDate"] = creationDate
        json[milliseconds: "expirationDate"] = expirationDate
        json[string: "originalApplicationVersion"] = originalAppVersion
        json[string: "digest"] = signatureDigest.rawValue
        json[array: "purchases"] = inAppPurchases.map { .object($0.payload) }
        return json
    }
}

extension InAppPurchaseRecord {
    fileprivate var payload: JSONObject {
        var json = JSONObject()
        json[string: "productId"] = productID
        json[integer: "quantity"] = quantity
        json[string: "transactionId"] = transactionID
        json[string: "originalTransactionId"] = originalTransactionID
        json[milliseconds: "purchaseDate"] = purchaseDate
        json[milliseconds: "expiresDate"] = expiresDate
        json[milliseconds: "revocationDate"] = cancellationDate
        json[boolean: "isTrialPeriod"] = isTrialPeriod
        return json
    }
}
