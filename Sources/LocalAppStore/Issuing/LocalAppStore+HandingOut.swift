import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// The one way by which receipts leave the store, whoever asks for them: there faults strike.
extension LocalAppStore {
    /// Signs a receipt and hands it out; every fault of receipts in force strikes and is counted down.
    ///
    /// - Parameters:
    ///   - receipt: As it was drawn up.
    ///   - account: Whose purchases it has.
    ///   - customer: Whom damage strikes: who is signed in at the device, even if a fault signed another one in.
    /// - Returns: The receipt, or what a fault leaves of it; empty if there is none.
    /// - Throws: `signingFailed`, `journalFailed`
    func handOut(
        _ receipt: UnsignedReceipt,
        account: String,
        seenBy customer: String? = nil
    ) throws(StoreError) -> Data {
        let signed = try sign(receipt)
        // Looking is cheaper than a command, and mostly nothing is wrong.
        guard look({ !$0.faults.isEmpty }) else { return signed }
        let customer = customer ?? account
        let struck = try perform { engine throws(StoreError) in
            for kind in [StoreFault.Kind.wrongEnvironment, .expiredCertificate, .revokedCertificate] {
                _ = engine.strike(kind, account: account)
            }
            return [.receiptMissing, .receiptDamaged, .receiptAltered].first {
                engine.strike($0, account: customer) != nil
            }
        }
        switch struck {
        case .receiptMissing?: return Data()
        case .receiptDamaged?: return signed.prefix(signed.count / 2)
        case .receiptAltered?: return signed.altered
        default: return signed
        }
    }

    /// The receipt that a server's answer or notification brings up to date: what it has, and what came since.
    ///
    /// - Returns: The receipt, or what a fault leaves of it; empty if there is none.
    /// - Throws: `unknownAccount`, `signingFailed`, `journalFailed`
    func latestReceipt(
        renewing receipt: AppReceipt,
        _ transactions: [StoreTransaction],
        account: String
    ) throws(StoreError) -> Data {
        let unsigned = look { engine in
            var draft = ReceiptDraft(renewing: receipt, transactions, at: engine.now)
            if engine.signingFault(.wrongEnvironment, account) != nil {
                draft.environment = ReceiptEnvironment(claimedEnvironment(account, engine))
            }
            return UnsignedReceipt(
                draft: draft,
                digest: engine.settings.receiptDigest,
                flaw: engine.certificateFlaw(account)
            )
        }
        return try handOut(unsigned, account: account)
    }
}

extension ReceiptEnvironment {
    fileprivate init(_ environment: AppStoreEnvironment) {
        switch environment {
        case .production: self = .production
        case .xcode: self = .xcode
        default: self = .sandbox
        }
    }
}

extension Data {
    /// The receipt with one wrong bit in the opaque value, which no reader interprets.
    fileprivate var altered: Data {
        // Attribute 4 is `02 01 04 02 01 02 04 10`: type 4, version 2, 16 octets; in Xcode style version 1 and 8 octets.
        for pattern: [UInt8] in [
            [0x02, 0x01, 0x04, 0x02, 0x01, 0x02, 0x04], [0x02, 0x01, 0x04, 0x02, 0x01, 0x01, 0x04],
        ] {
            guard let found = range(of: Data(pattern)) else { continue }
            var copy = self
            copy[found.upperBound + 1] ^= 1
            return copy
        }
        return self
    }
}
