import NIOCore

/// The host in an address or in a `Host` header.
package struct HostName: Hashable, Sendable {
    /// In lower case, without brackets.
    package let name: String

    /// A host by itself.
    package init(_ name: String) { self.name = name.lowercased() }

    /// The host of `host`, `host:port` or `[IPv6]:port`; nil if it is none of these.
    package init?(authority: String) {
        let (host, rest): (Substring, Substring)
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<end]
            rest = authority[end...]
        }
        guard !host.isEmpty, rest.isEmpty || rest.hasPrefix(":") && UInt16(rest.dropFirst()) != nil else { return nil }
        self.init(String(host))
    }

    /// Whether only this machine can be meant: 127.0.0.0/8, ::1, localhost.
    package var isLoopback: Bool {
        let bytes = name.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopbackNetwork = bytes.count == 4 && bytes[0] == "127" && bytes.allSatisfy { UInt8($0) != nil }
        return isLoopbackNetwork || name == "::1" || name == "localhost"
    }

    /// Whether it is an IP address, which no name service can bend.
    package var isAddress: Bool { (try? SocketAddress(ipAddress: name, port: 0)) != nil }
}
