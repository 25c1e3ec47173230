public import AppStoreModels
public import Foundation

extension LocalAppStore {
    /// What a signed app transaction of an account says.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - device: The device's `AppStore.deviceVerificationID`; nil to leave the device out.
    /// - Throws: `unknownAccount`
    public func appTransactionPayload(account id: String, device: UUID? = nil) throws(StoreError)
        -> AppTransactionPayload
    {
        var noise = ReceiptNoise(seed: seed, text: "app transaction \(id) \(device?.uuidString ?? "")")
        let nonce = noise.uuid()
        return try look { engine throws(StoreError) in
            AppTransactionPayload(
                try issuer(for: id, engine),
                nonce: nonce,
                device: device
            )
        }
    }

    /// The app transaction of an account as the App Store signs it: JWS, ES256, three certificates in `x5c`.
    ///
    /// - Throws: `unknownAccount`, `signingFailed`
    public func signedAppTransaction(account id: String, device: UUID? = nil) throws(StoreError) -> String {
        try sign(try appTransactionPayload(account: id, device: device), for: id)
    }
}
