import AppStoreModels
import AppStoreTrust
import Foundation

/// Looks for people's account tokens in what the App Store has signed.
struct TokenSearch {
    /// As customers are named by them.
    let names: Set<String>

    /// Whether one of them stands in a body, or in what is signed in it. What cannot be read counts as if: it is to be gone then.
    func isIn(body: Data) -> Bool {
        guard !body.isEmpty else { return false }
        return (try? JSONValue(parsing: body)).map { isIn(value: $0) } ?? true
    }

    /// The same of something signed by itself.
    func isIn(jws: String) -> Bool { (try? UnverifiedJWS(jws)).map { isIn(body: $0.payload) } ?? true }

    private func isIn(value: JSONValue) -> Bool {
        switch value {
        case .string(let text):
            // What is signed begins with its header, a JSON object.
            text.hasPrefix("eyJ") ? isIn(jws: text) : isName(text)
        case .array(let values): values.contains { isIn(value: $0) }
        case .object(let object): object.members.contains { isIn(value: $0.value) }
        case .number, .bool, .null: false
        }
    }

    /// Other names of a person, a word perhaps, may stand there by chance.
    private func isName(_ text: String) -> Bool {
        UUID(uuidString: text).map { names.contains(CustomerID(appAccountToken: $0).value) } ?? false
    }
}
