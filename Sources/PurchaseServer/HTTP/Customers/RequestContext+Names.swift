import Foundation
import Hummingbird

extension RequestContext {
    /// The customer in the path.
    var customer: CustomerID {
        get throws(APIError) {
            guard let customer = name("customer").flatMap(CustomerID.init) else { throw .invalidCustomer }
            return customer
        }
    }

    /// The developer's name of something in the path.
    ///
    /// - Parameter parameter: What the path calls it.
    func identifier(_ parameter: String) throws(APIError) -> String {
        guard let name = name(parameter), name.isIdentifier else {
            throw APIError(
                .badRequest,
                "invalid-identifier",
                "a \(parameter) is 1 to 128 bytes of UTF-8 without control characters, percent-encoded where needed"
            )
        }
        return name
    }

    /// What is escaped wrongly is nobody's name: taken as it stands, it would be another spelling of "%25…".
    private func name(_ parameter: String) -> String? {
        guard let name = parameters.get(parameter) else { return nil }
        // Most names are written as they are.
        return name.utf8.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding : name
    }
}

extension String {
    /// Whether this can name what the developer gives names to.
    var isIdentifier: Bool { (1...128).contains(utf8.count) && !hasControls }

    /// Whether there are control characters in it. NUL is one: PostgreSQL keeps no text that has it, and SQLite forgets what
    /// stands behind it.
    var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

    /// Whether this can be what people write: of all control characters it has tabs and line breaks only.
    var isFreeText: Bool {
        // Most texts have none, and asking for the category of each letter takes longer.
        utf8.allSatisfy { (0x20...0x7E).contains($0) }
            || !unicodeScalars.contains { scalar in
                scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
            }
    }
}

extension APIError {
    static let invalidCustomer = APIError(
        .badRequest,
        "invalid-customer",
        "a customer is 1 to 256 bytes of UTF-8 without control characters, percent-encoded where needed"
    )

    static let unknownCustomer = APIError(
        .notFound,
        "unknown-customer",
        "nothing is known about this customer; look at the spelling"
    )
}
