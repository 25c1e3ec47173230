import CLibPQ

/// The keywords and values of a connection string.
struct ConnectionParameters: Sendable {
    /// What the string says, in its order.
    let stated: [(keyword: String, value: String)]
    /// What comes from the environment where the string says nothing.
    private let defaults: [String: String]

    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/invalidSettings``.
    init(_ connectionString: String) throws(PostgreSQLError) {
        guard !connectionString.utf8.contains(0) else {
            throw PostgreSQLError(.invalidSettings, "the connection string has a NUL in it")
        }
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(connectionString, &message)
        defer { PQfreemem(message) }
        guard let options else {
            // What libpq quotes is a part of the string, and may be the password.
            let said = message.map { String(cString: $0).withoutQuotations } ?? ""
            let line = said.split(whereSeparator: \.isNewline).joined(separator: " ")
            throw PostgreSQLError(.invalidSettings, "the connection string cannot be read: \(line)")
        }
        defer { PQconninfoFree(options) }
        stated = Self.values(of: options)
        let fallback = PQconndefaults()
        defer { PQconninfoFree(fallback) }
        let values = fallback.map { Self.values(of: $0) } ?? []
        defaults = Dictionary(values.map { ($0.keyword, $0.value) }) { first, _ in first }
    }

    /// What stands in libpq's list, which the caller frees.
    static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [(keyword: String, value: String)] {
        var found: [(keyword: String, value: String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        return found
    }

    /// What the string says for a keyword, or what holds without it.
    subscript(keyword: String) -> String? {
        stated.last { $0.keyword == keyword }?.value ?? defaults[keyword]
    }

    var password: String? { self["password"] }

    /// The hosts by which names are looked up before libpq is asked; nil where there is no name to look up, or where a
    /// service file, which only libpq reads, may say it.
    var hosts: [HostEntry]? {
        guard stated.allSatisfy({ $0.keyword != "service" }), self["hostaddr"] ?? "" == "" else { return nil }
        guard let host = self["host"], !host.isEmpty else { return nil }
        return HostEntry.list(names: host, addresses: nil, ports: self["port"])
    }

    /// The keywords and values for `PQconnectStartParams`.
    ///
    /// - Parameter hosts: Hosts with their addresses, in place of the names alone.
    func keywords(resolved hosts: [HostEntry]?) -> [(keyword: String, value: String)] {
        var keywords = stated
        func set(_ keyword: String, _ value: String) {
            keywords.removeAll { $0.keyword == keyword }
            keywords.append((keyword, value))
        }
        if let hosts {
            set("host", hosts.map(\.name).joined(separator: ","))
            set("hostaddr", hosts.map { $0.address ?? "" }.joined(separator: ","))
            set("port", hosts.map(\.port).joined(separator: ","))
        }
        // A peer that is gone without a word is found out in seconds, not in hours; what the string says goes before.
        for (keyword, value) in [
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"), ("fallback_application_name", "purser"),
        ] where !stated.contains(where: { $0.keyword == keyword }) {
            keywords.append((keyword, value))
        }
        // Whatever else a session needs is asked for when it is there, see `SessionSettings`.
        set("client_encoding", "UTF8")
        return keywords
    }
}

extension ConnectionParameters: CustomStringConvertible, CustomReflectable {
    /// Account, host and database, nothing that opens anything.
    var description: String {
        let account = self["user"].map { "\($0)@" } ?? ""
        return "postgres://\(account)\(self["host"] ?? self["hostaddr"] ?? "localhost"):\(self["port"] ?? "5432")"
            + "/\(self["dbname"] ?? "")"
    }

    var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
