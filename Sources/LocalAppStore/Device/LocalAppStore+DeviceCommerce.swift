import AppStoreModels
import Foundation

/// What leads out of the catalogue, as a device reaches it.
extension LocalAppStore {
    /// Carries out an operation of Advanced Commerce; a request that breaks a rule is answered with the App Store's number.
    package func deviceOrderCommerce(
        _ order: DeviceMessages.CommerceOrder
    ) throws(StoreError) -> DeviceMessages.CommerceAnswer {
        do throws(StoreError) {
            let purchase = try perform { engine throws(StoreError) in
                try engine.deviceOrderCommerce(order)
            }
            return DeviceMessages.CommerceAnswer(purchase: DeviceMessages.Purchase(purchase))
        } catch {
            guard error.code == .commerceRefused else { throw error }
            let refusal = DeviceMessages.CommerceRefusal(code: error.appStoreCode ?? 0, message: error.reason)
            return DeviceMessages.CommerceAnswer(refusal: refusal)
        }
    }

    /// Makes a token for purchases outside of the App Store: JSON in Base64url, by which the developer reports them.
    package func deviceExternalToken(
        _ request: DeviceMessages.ExternalTokenRequest
    ) throws(StoreError) -> DeviceMessages.ExternalToken {
        try look { engine throws(StoreError) in try checkConnection(request.account, engine) }
        let token = try createExternalPurchaseToken(
            ExternalPurchaseToken.Kind(rawValue: request.kind),
            account: deviceAccount(request.account)
        )
        var json: JSONObject = [
            "bundleId": .string(app.bundleID), "externalPurchaseId": .string(token.id),
            "tokenType": .string(token.kind.rawValue),
        ]
        if app.appAppleID != 0 { json["appAppleId"] = .number(JSONNumber(app.appAppleID)) }
        json[milliseconds: "tokenCreationDate"] = token.creationDate
        json[milliseconds: "tokenExpirationDate"] = token.expirationDate
        return DeviceMessages.ExternalToken(value: Base64.urlSafe(JSONValue.object(json).jsonBytes))
    }
}

extension StoreEngine {
    /// Carries out an operation of Advanced Commerce for a device.
    ///
    /// - Throws: What ``orderCommerce(_:productID:account:)`` throws; `commerceRefused` if the signature is not good
    mutating func deviceOrderCommerce(_ order: DeviceMessages.CommerceOrder) throws(StoreError) -> DevicePurchase {
        let signedIn = signedInAccount(order.account)
        let request = try useSignedCommerce(order.compactJWS, account: signedIn)
        let outcome = try orderCommerce(request, productID: order.productID, account: signedIn)
        return conclude(outcome, account: order.account, product: order.productID)
    }
}
