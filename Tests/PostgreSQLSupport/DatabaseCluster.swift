public import Foundation

/// A PostgreSQL of the tests' own, real and whole, which goes when this process goes, however it does.
///
/// `scripts/test-database` keeps it as long as it is held on to by a pipe, whose end the kernel closes with this process.
public final class DatabaseCluster: Sendable {
    /// What the script said instead of what it was asked for.
    public struct Refusal: Error, CustomStringConvertible {
        public let description: String
    }

    /// How a server is stopped.
    public enum Stop: String, Sendable {
        /// Sessions are ended and told so.
        case fast
        /// As if it had crashed.
        case immediate
    }

    /// The account that may do everything.
    public static let account = "purser"

    /// The folder of its socket and its certificate.
    public let folder: URL
    /// Its port, on 127.0.0.1 and in the name of its socket.
    public let port: Int
    /// The password of the account where it is asked for one, over 127.0.0.1.
    public let password: String
    private let keeper: ScriptPipe

    /// What the server's certificate can be believed by; it is for `localhost`.
    public var certificate: URL { folder.appendingPathComponent("server.crt") }

    /// The one that tests share. They make databases of their own in it and neither stop it nor change its settings.
    public static func shared() async throws -> DatabaseCluster { try await sharedTask.value }

    private static let sharedTask = Task { try await DatabaseCluster.start() }

    /// One of whoever asks, to be stopped and started; it goes with the value.
    ///
    /// - Parameter isDurable: Whether what is committed is safe on the disk, as with a user's; it is slower then.
    public static func start(isDurable: Bool = false) async throws -> DatabaseCluster {
        try await start(isDurable ? ["durable"] : [])
    }

    /// One that follows this one by streaming replication, from what this one has now. It goes before this one does.
    public func startFollower() async throws -> DatabaseCluster {
        try await Self.start(["follow", folder.path, "\(port)", password])
    }

    private static func start(_ arguments: [String]) async throws -> DatabaseCluster {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("scripts/test-database")
        let keeper = try ScriptPipe(script, arguments)
        let answer = try await keeper.line()
        let words = answer.split(separator: " ")
        guard words.count == 4, words[0] == "ready", let port = Int(words[2]) else {
            throw Refusal(description: answer)
        }
        return DatabaseCluster(
            folder: URL(fileURLWithPath: String(words[1])),
            port: port,
            password: String(words[3]),
            keeper: keeper
        )
    }

    private init(folder: URL, port: Int, password: String, keeper: ScriptPipe) {
        self.folder = folder
        self.port = port
        self.password = password
        self.keeper = keeper
    }

    /// Makes an empty database with a name of its own.
    ///
    /// - Returns: A connection string to it, over the socket.
    public func makeDatabase() async throws -> String {
        let name = "t\(UUID().uuidString.filter(\.isLetter).lowercased())\(UInt32.random(in: 0...UInt32.max))"
        try await order("create \(name)")
        return connectionString(database: name)
    }

    /// A connection string over the socket.
    public func connectionString(database: String) -> String {
        "host=\(folder.path) port=\(port) user=\(Self.account) dbname=\(database)"
    }

    /// A connection string over 127.0.0.1, by the name `localhost`.
    ///
    /// - Parameters:
    ///   - password: That of the account if nil.
    ///   - query: Further parameters, for example `sslmode=require`.
    public func networkAddress(database: String = "postgres", password: String? = nil, query: String = "") -> String {
        "postgres://\(Self.account):\(password ?? self.password)@localhost:\(port)/\(database)?\(query)"
    }

    /// Stops the server.
    public func stop(_ how: Stop) async throws { try await order("stop \(how.rawValue)") }

    /// Starts the server again.
    public func startAgain() async throws { try await order("start") }

    /// Has the server only read, or write again; it restarts for that.
    public func setReadOnly(_ isReadOnly: Bool) async throws { try await order("standby \(isReadOnly ? "on" : "off")") }

    private func order(_ order: String) async throws {
        let answer = try await keeper.answer(to: order)
        guard answer == "done" else { throw Refusal(description: "\(order): \(answer)") }
    }
}
