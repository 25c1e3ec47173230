package import AppStoreModels
import Foundation

extension ServerKey {
    /// As the HTTP interface and `--json` write it; dates in milliseconds since 1970, no member without a value.
    package var json: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue), "name": .string(name),
            "scopes": .array(scopes.sorted().map { .string($0.rawValue) }),
        ]
        json[milliseconds: "createdDate"] = createdDate
        json[milliseconds: "lastUseDate"] = lastUseDate
        json[milliseconds: "expirationDate"] = expirationDate
        json[milliseconds: "revocationDate"] = revocationDate
        json[string: "successorId"] = successorID
        return json
    }
}

extension IssuedKey {
    /// The same, with the text in the member `text`, this once.
    package var json: JSONObject {
        var json = key.json
        json[string: "text"] = text
        return json
    }
}
