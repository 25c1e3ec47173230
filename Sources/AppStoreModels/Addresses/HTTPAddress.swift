package import Foundation

/// An address that a request may be sent to: the one check of every address that comes from outside.
///
/// Options of the tool, bodies of requests, files, certificates: whatever names a server, nothing connects to it before it
/// has become a value of this type. What the check refuses would at best fail later, and at worst end the process: HTTP
/// clients trap on a port that does not fit in 16 bits.
package struct HTTPAddress: Sendable, Hashable {
    /// The longest address that is accepted, in bytes.
    package static let maximumLength = 8_192
    /// The longest name of a host, in bytes, as DNS has it.
    private static let maximumHostLength = 253

    /// The address.
    package let url: URL
    private let host: Substring
    private let port: Int?

    /// Checks an address.
    ///
    /// - Throws: The first rule that it breaks.
    package init(_ text: String) throws(HTTPAddressError) {
        try Self.checkCharacters(text)
        guard let url = URL(string: text) else {
            throw HTTPAddressError(.malformed, "it cannot be read; write one such as http://127.0.0.1:8080/path")
        }
        try self.init(url)
    }

    /// Checks an address.
    ///
    /// - Throws: The first rule that it breaks.
    package init(_ url: URL) throws(HTTPAddressError) {
        let text = url.absoluteString
        try Self.checkCharacters(text)
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw HTTPAddressError(.scheme, "it begins with neither http:// nor https://")
        }
        // Read from the text and not from the URL, which knows no port where one stands that is too large for a number.
        let authority = try Self.authority(of: text)
        guard !authority.contains("@") else {
            throw HTTPAddressError(.userInfo, "it holds a user name or password; leave out what stands before the @")
        }
        let (host, port) = Self.parts(of: authority)
        try Self.check(host: host)
        self.port = try port.map { digits throws(HTTPAddressError) in try Self.number(digits) } ?? nil
        guard url.port == self.port, url.host?.isEmpty == false else {
            throw HTTPAddressError(.malformed, "host and port cannot be told apart; write them as 127.0.0.1:8080")
        }
        self.host = host
        self.url = url
    }

    /// Scheme, host and port, for messages: path and query may hold secrets.
    package var origin: String {
        "\(url.scheme?.lowercased() ?? "http")://\(host)\(port.map { ":\($0)" } ?? "")"
    }
}

// MARK: Rules

extension HTTPAddress {
    private static func checkCharacters(_ text: String) throws(HTTPAddressError) {
        guard text.utf8.count <= maximumLength else {
            throw HTTPAddressError(.length, "it has \(text.utf8.count) bytes; an address has at most \(maximumLength)")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            throw HTTPAddressError(.characters, "it holds a space, a line break or another control character")
        }
    }

    /// What stands between `//` and the path.
    private static func authority(of text: String) throws(HTTPAddressError) -> Substring {
        guard let slashes = text.range(of: "://") else {
            throw HTTPAddressError(.host, "it names no host; write one such as http://127.0.0.1:8080")
        }
        return text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    }

    /// Host and port; the port is nil where there is no colon, and a host in brackets may hold colons itself.
    private static func parts(of authority: Substring) -> (host: Substring, port: Substring?) {
        let afterBrackets = authority.firstIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[afterBrackets...].firstIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func check(host: Substring) throws(HTTPAddressError) {
        guard !host.isEmpty else {
            throw HTTPAddressError(.host, "it names no host; write one such as http://127.0.0.1:8080")
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? host.dropFirst().dropLast() : host
        let isWhole =
            isBracketed
            ? name.contains(":") && name.utf8.allSatisfy { $0.isHexadecimalDigit || $0 == colon || $0 == dot }
            : name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == dot || $0 == hyphen || $0 == underscore }
        guard isWhole, !name.isEmpty, name.utf8.count <= maximumHostLength else {
            throw HTTPAddressError(
                .host,
                "its host is no name of at most \(maximumHostLength) letters, digits, dots and hyphens, no IPv4 address, "
                    + "and no IPv6 address in brackets"
            )
        }
    }

    /// The port that digits name; nil for none, as in `http://host:/`.
    private static func number(_ digits: Substring) throws(HTTPAddressError) -> Int? {
        guard !digits.isEmpty else { return nil }
        guard let port = Int(digits), (1...65_535).contains(port) else {
            let seen = digits.utf8.allSatisfy(\.isDigit) ? String(digits.prefix(20)) : "what stands there"
            throw HTTPAddressError(.port, "its port is \(seen); ports go from 1 to 65535")
        }
        return port
    }

    private static var colon: UInt8 { UInt8(ascii: ":") }
    private static var dot: UInt8 { UInt8(ascii: ".") }
    private static var hyphen: UInt8 { UInt8(ascii: "-") }
    private static var underscore: UInt8 { UInt8(ascii: "_") }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetterOrDigit: Bool {
        // Bit 5 is what letters of both cases differ in.
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
    fileprivate var isHexadecimalDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
