import AppReceipt
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore

/// The products that the catalogue has, and the language that they are in.
struct SessionCatalogue: Sendable {
    var items: [CatalogueItem]
    var locale: String
}

/// A store without StoreKit 2.
extension StoreSession {
    var verificationID: UUID? { nil }

    func trust() throws -> TrustPolicy { throw StoreKitError.unsupported }
    func catalogue(_ identifiers: Set<String>) throws -> SessionCatalogue { throw StoreKitError.unsupported }
    func transactions(_ selection: DeviceSelection) throws -> [DeviceMessages.SignedTransaction] {
        throw StoreKitError.unsupported
    }
    func statuses(groupID: String?, transactionID: String?) throws -> DeviceMessages.Statuses {
        throw StoreKitError.unsupported
    }
    func groupIDsWithoutIntroduction(of groupID: String?) throws -> [String] { throw StoreKitError.unsupported }
    func appTransaction() throws -> String { throw StoreKitError.unsupported }
    func requestRefund(_ transactionID: String, reason: String, details: String?) throws {
        throw StoreKitError.unsupported
    }
    func orderCommerce(_ productID: String, compactJWS: String) throws -> SessionPurchase {
        throw StoreKitError.unsupported
    }
    func externalToken(_ kind: String) throws -> String { throw StoreKitError.unsupported }
    func changeSubscription(_ originalTransactionID: String, autoRenews: Bool?, productID: String?) throws {
        throw StoreKitError.unsupported
    }
}

extension DeviceIdentifier {
    /// What signed data of the device is bound to: another number than the one that receipts are bound to, made from it.
    var verificationID: UUID {
        let hash = Array(SHA256.hash(data: Array("device verification ".utf8) + bytes))
        return UUID(
            uuid: (
                hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6] & 0x0F | 0x40, hash[7],
                hash[8] & 0x3F | 0x80, hash[9], hash[10], hash[11], hash[12], hash[13], hash[14], hash[15]
            )
        )
    }
}

extension TrustPolicy {
    /// What a device of a store trusts: the store's root and nobody else.
    init(_ trust: DeviceMessages.Trust) throws(TrustError) {
        let root = try TrustAnchor(pemEncoded: trust.root)
        let policy = TrustPolicy.trusting([root])
        self = trust.signsItself ? policy.addingXcodeTesting([root]) : policy
    }
}
