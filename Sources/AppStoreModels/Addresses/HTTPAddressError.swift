/// Why no request may be sent to an address.
package struct HTTPAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule that the address breaks; more may be added.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable name.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// It cannot be read as an address at all.
        package static let malformed = Self(rawValue: "malformed")
        /// It is neither http nor https.
        package static let scheme = Self(rawValue: "scheme")
        /// It names no host, or what cannot be one.
        package static let host = Self(rawValue: "host")
        /// The port is not one of 1 to 65535.
        package static let port = Self(rawValue: "port")
        /// It holds a user name or a password.
        package static let userInfo = Self(rawValue: "user-info")
        /// It is too long.
        package static let length = Self(rawValue: "length")
        /// It holds a space or a control character.
        package static let characters = Self(rawValue: "characters")
    }

    /// The rule that the address breaks.
    package let code: Code
    /// What was seen and what to do, a clause about the address; holds no part of it that may be secret.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The whole sentence.
    package var description: String { "nothing can be sent to this address: \(reason)" }
}
