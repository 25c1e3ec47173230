/// The names by which a server may be asked.
///
/// A web page can have a name that leads to this machine (DNS rebinding); its requests come with that name. So a server
/// answers to its own names: this machine's, those that it was given, and, where other machines may ask, any IP address.
package struct OwnNames: Sendable, Hashable {
    private let names: Set<HostName>
    private let acceptsAddresses: Bool

    /// - Parameters:
    ///   - host: Where the server listens.
    ///   - allowed: Names that it was given, without ports.
    package init(host: String, allowed: [String] = []) {
        let host = HostName(host)
        names = Set(allowed.map { HostName($0) } + [host])
        acceptsAddresses = !host.isLoopback
    }

    /// Whether an authority, with or without port, is one of them.
    package func contain(authority: String) -> Bool {
        guard let host = HostName(authority: authority) else { return false }
        return host.isLoopback || names.contains(host) || acceptsAddresses && host.isAddress
    }

    /// What is wrong with a name that somebody wants to allow; nil if nothing is.
    package static func mistake(in name: String) -> String? {
        let isHost = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.contains("/")
        let hasPort = name.contains(":") && !HostName(name).isAddress
        return isHost && !hasPort ? nil : "\"\(name)\" is no name of a machine; name it without scheme, port and path"
    }
}
