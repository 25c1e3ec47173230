import AppStoreModels

extension LocalAppStore {
    /// The body of a notification about a token of external purchases. It names no environment: the token does.
    func body(of token: ExternalPurchaseToken, in environment: AppStoreEnvironment) -> JSONObject {
        var json: JSONObject = ["externalPurchaseId": .string(token.id)]
        json[milliseconds: "tokenCreationDate"] = token.creationDate
        json[milliseconds: "tokenExpirationDate"] = token.expirationDate
        json[string: "tokenType"] = token.kind.rawValue
        if environment == .production { json["appAppleId"] = .number(JSONNumber(app.appAppleID)) }
        json[string: "bundleId"] = app.bundleID
        return json
    }

    /// The body of a notification about an account's download of the app.
    ///
    /// - Throws: `unknownAccount`, `signingFailed`
    func appData(of account: String, in environment: AppStoreEnvironment) throws(StoreError) -> JSONObject {
        var json: JSONObject = ["bundleId": .string(app.bundleID), "environment": .string(environment.rawValue)]
        if environment == .production { json["appAppleId"] = .number(JSONNumber(app.appAppleID)) }
        json[string: "signedAppTransactionInfo"] = try signedAppTransaction(account: account)
        return json
    }
}
