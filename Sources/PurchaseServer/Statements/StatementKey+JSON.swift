package import AppStoreModels
import Foundation

extension StatementKey {
    /// As the HTTP interface and `--json` write it; the key is Base64.
    package var json: JSONObject {
        var json: JSONObject = ["id": .string(id), "publicKey": .string(publicKey.base64EncodedString())]
        json[milliseconds: "createdDate"] = createdDate
        json[milliseconds: "retirementDate"] = retirementDate
        return json
    }
}
