import AppStoreModels
import Crypto
import Foundation

extension JSONObject {
    /// Binds what is signed to a device: `deviceVerification` is SHA-384 of the nonce and the device's
    /// `AppStore.deviceVerificationID`, both in lower case.
    mutating func bind(to device: UUID, nonce: UUID) {
        let text = nonce.uuidString.lowercased() + device.uuidString.lowercased()
        self[string: "deviceVerification"] = Data(SHA384.hash(data: Array(text.utf8))).base64EncodedString()
        self[string: "deviceVerificationNonce"] = nonce.uuidString.lowercased()
    }
}
