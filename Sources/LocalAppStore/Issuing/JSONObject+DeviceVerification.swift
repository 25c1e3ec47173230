import AppStoreModels
import Crypto
import Foundation

extension JSONObject {
    /// Binds what is signed to a device: `deviceVerification` is SHA-384 of the nonce and the device's
    /// `AppStore.deviceVerificationID`, both in lower case.
    mutating func bind(to device: UUID, nonce: UUID) {
        let nonce = nonce.uuidString.lowercased()
        let hash = SHA384.hash(data: Data((nonce + device.uuidString.lowercased()).utf8))
        self[string: "deviceVerification"] = hash.withUnsafeBytes { Data($0) }.base64EncodedString()
        self[string: "deviceVerificationNonce"] = nonce
    }
}
