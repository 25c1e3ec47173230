import Foundation
import GRDB

@testable import PurchaseServer

extension DatabaseQueue {
    /// A database beside a server's own connections, which waits while these are writing or closing: on a busy machine that
    /// may take its time.
    static func patient(_ file: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(120)
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }
}

extension World {
    /// The first column of what a query finds in the server's database.
    func numbers(_ sql: String) throws -> [Int] {
        try DatabaseQueue.patient(configuration.databaseFile).read { try Int.fetchAll($0, sql: sql) }
    }

    /// The number that a query finds in the server's database.
    func number(_ sql: String) throws -> Int? { try numbers(sql).first }

    /// The bodies of the notifications that the server keeps, as they came.
    func notificationBodies() throws -> [String] {
        try DatabaseQueue.patient(configuration.databaseFile).read { database in
            let rows = SignedHeaderRows(database: StorageDatabase(database))
            return try Data.fetchAll(database, sql: "SELECT body FROM notification ORDER BY identifier")
                .map { String(decoding: try rows.body(of: $0), as: UTF8.self) }
        }
    }

    /// Changes the server's database behind its back.
    func change(_ sql: String) throws {
        try DatabaseQueue.patient(configuration.databaseFile).write { try $0.execute(sql: sql) }
    }
}
