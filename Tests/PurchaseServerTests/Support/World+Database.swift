import Foundation
import GRDB

@testable import PurchaseServer

extension World {
    /// The first column of what a query finds in the server's database.
    func numbers(_ sql: String) throws -> [Int] {
        try DatabaseQueue(path: configuration.databaseFile.path).read { try Int.fetchAll($0, sql: sql) }
    }

    /// The number that a query finds in the server's database.
    func number(_ sql: String) throws -> Int? { try numbers(sql).first }

    /// Changes the server's database behind its back.
    func change(_ sql: String) throws {
        try DatabaseQueue(path: configuration.databaseFile.path).write { try $0.execute(sql: sql) }
    }
}
