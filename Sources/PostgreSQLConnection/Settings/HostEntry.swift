import Foundation

/// One of the places where the database may be.
struct HostEntry: Sendable, Equatable {
    /// A name, an address, or the folder of a socket.
    var name: String
    /// The port as the connection string has it; empty for the usual one.
    var port: String
    /// The address of the name.
    var address: String?

    /// Whether there is a name in it that only the network knows.
    private var needsLookup: Bool {
        guard address == nil, !name.isEmpty, !name.hasPrefix("/"), !name.hasPrefix("@") else { return false }
        var v4 = in_addr()
        var v6 = in6_addr()
        return inet_pton(AF_INET, name, &v4) != 1 && inet_pton(AF_INET6, name, &v6) != 1
    }

    /// The places that libpq's lists with commas name; nil where libpq would refuse them.
    static func list(names: String?, addresses: String?, ports: String?) -> [HostEntry]? {
        func parts(_ list: String?) -> [String] {
            guard let list, !list.isEmpty else { return [] }
            return list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses, ports) = (parts(names), parts(addresses), parts(ports))
        let count = max(names.count, addresses.count)
        guard names.isEmpty || names.count == count, addresses.isEmpty || addresses.count == count else { return nil }
        guard ports.count <= 1 || ports.count == count else { return nil }
        return (0..<count).map { index in
            let address = addresses.isEmpty || addresses[index].isEmpty ? nil : addresses[index]
            return HostEntry(
                name: names.isEmpty ? "" : names[index],
                port: ports.count > 1 ? ports[index] : ports.first ?? "",
                address: address
            )
        }
    }

    /// Whether it is the place that libpq is at.
    ///
    /// - Parameters:
    ///   - host: The name, or the address where there is none.
    ///   - address: Empty if it is not known yet.
    ///   - port: Empty for the usual one.
    func isAt(host: String, address: String, port: String) -> Bool {
        func orUsual(_ port: String) -> String { port.isEmpty ? "5432" : port }
        // Without a name and an address it is the socket of the same machine, in libpq's own folder.
        let isNamed = name.isEmpty ? self.address != nil || host.hasPrefix("/") || host.hasPrefix("@") : name == host
        return isNamed && (self.address == nil || self.address == address) && orUsual(self.port) == orUsual(port)
    }

    /// An entry for each address of each name, in the order of the system. It waits for the answers, so it is called where
    /// waiting does no harm. A name that nobody knows is left out; if none is left the first failure is thrown.
    ///
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/cannotConnect``.
    static func resolve(_ entries: [HostEntry]) throws(PostgreSQLError) -> [HostEntry] {
        var resolved: [HostEntry] = []
        var failure: PostgreSQLError?
        for entry in entries {
            guard entry.needsLookup else {
                // libpq takes an address for a host, and looks nothing up then; nor where the address is said as well.
                resolved.append(entry)
                continue
            }
            do {
                for address in try addresses(of: entry.name) {
                    resolved.append(HostEntry(name: entry.name, port: entry.port, address: address))
                }
            } catch {
                failure = failure ?? error
            }
        }
        if resolved.isEmpty, let failure { throw failure }
        return resolved
    }

    private static func addresses(of name: String) throws(PostgreSQLError) -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else {
            let said = gai_strerror(status).map { String(cString: $0) } ?? "\(status)"
            throw PostgreSQLError(.cannotConnect, "the name \(name) of the database's host has no address: \(said)")
        }
        var found: [String] = []
        var next = list
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let (address, length) = (entry.pointee.ai_addr, entry.pointee.ai_addrlen)
            if getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                let address = text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                if !found.contains(address) { found.append(address) }
            }
            next = entry.pointee.ai_next
        }
        return found
    }
}
