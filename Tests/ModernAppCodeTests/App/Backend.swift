import Foundation
import StoreKit

// What goes to a server, and what libraries keep.

actor PurchaseLedger {
    private var delivered: Set<UInt64> = []
    private(set) var coins = 0

    // 28. Consumables that were paid for before the app crashed, each delivered once.
    func deliverUnfinished() async {
        for await case .verified(let transaction) in Transaction.unfinished
        where transaction.productType == .consumable {
            if delivered.insert(transaction.id).inserted { coins += transaction.purchasedQuantity }
            await transaction.finish()
        }
    }
}

struct ServerUpload: Sendable, Codable, Equatable {
    let jws: String
    let productID: String
    let environment: String
    let price: Decimal?
    let currency: String?
    let storefront: String
    let isFamilyShared: Bool
}

struct Uploader: Sendable {
    // 29. Each signed transaction with what the server's log shows of it.
    func uploads() async -> [ServerUpload] {
        var uploads: [ServerUpload] = []
        for await result in Transaction.all {
            guard case .verified(let transaction) = result else { continue }
            uploads.append(
                ServerUpload(
                    jws: result.jwsRepresentation,
                    productID: transaction.productID,
                    environment: transaction.environment.rawValue,
                    price: transaction.price,
                    currency: transaction.currency?.identifier,
                    storefront: transaction.storefront.countryCode,
                    isFamilyShared: transaction.ownershipType == .familyShared
                )
            )
        }
        return uploads
    }

    // 30. Whether the customer paid for the app before it became free.
    func boughtBefore(_ version: String) async -> Bool {
        do {
            let shared = try await AppTransaction.shared
            if case .verified(let appTransaction) = shared {
                return appTransaction.originalAppVersion.compare(version, options: .numeric) == .orderedAscending
            }
            return false
        } catch {
            return false
        }
    }

    // 31. Operators of sequences.
    func ownedProductIDs() async -> Set<String> {
        await Transaction.currentEntitlements
            .compactMap { try? $0.payloadValue }
            .filter { $0.revocationDate == nil }
            .reduce(into: Set<String>()) { $0.insert($1.productID) }
    }

    // 32. Many questions side by side.
    func entitlements(of products: [Product]) async -> [Product.ID: Bool] {
        await withTaskGroup(of: (Product.ID, Bool).self) { group in
            for product in products {
                group.addTask {
                    for await result in Transaction.currentEntitlements(for: product.id) {
                        if case .verified = result { return (product.id, true) }
                    }
                    return (product.id, false)
                }
            }
            var owned: [Product.ID: Bool] = [:]
            for await (id, isOwned) in group { owned[id] = isOwned }
            return owned
        }
    }

    // 33. What the server gets when it wants the bytes.
    func payload(_ result: VerificationResult<Transaction>) throws -> [String: Any]? {
        guard result.signedData.count > result.payloadData.count, result.signatureData.count == 64 else { return nil }
        return try JSONSerialization.jsonObject(with: result.payloadData) as? [String: Any]
    }
}
