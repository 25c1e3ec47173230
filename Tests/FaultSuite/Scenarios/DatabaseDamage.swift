import AppStoreModels
import Foundation
import TestSupport

/// Databases of a purchase server that were damaged.
extension Scenario {
    static func databases(_ stage: Stage) async throws -> String {
        let customers = (0..<40).map { "rose\($0)" }
        let original = stage.file("original")
        try await withPurchaseServer(stage, folder: "original") { stage, server in
            for customer in customers { _ = try await server.upload(stage.template.receipt, of: customer) }
            try await server.stop()
        }
        let database = try Array(Data(contentsOf: original.appendingPathComponent("purchases.sqlite")))
        var random = SeededGenerator(seed: stage.seed)
        var (right, told) = (0, 0)
        for index in 0..<stage.times(30, short: 6) {
            let folder = stage.file("damaged-\(index)")
            try FileManager.default.copyItem(at: original, to: folder)
            let damaged = damagedPages(database, &random)
            try Data(damaged).write(to: folder.appendingPathComponent("purchases.sqlite"))
            stage.tried("damaged databases")
            do {
                try await withPurchaseServer(stage, folder: "damaged-\(index)") { _, server in
                    for customer in customers {
                        let answer = try await server.ask("GET", "/v1/customers/\(customer)")
                        let count = answer.json[array: "entitlements"]?.count
                        try hold(answer.status >= 500 || count == 2, "\(customer) was answered \(answer.line)")
                    }
                }
                right += 1
            } catch let fall as Fall where fall.isRefusal(naming: "purchases.sqlite") {
                told += 1
            }
        }
        return "\(told) told at the start, \(right) answered right"
    }

    static func databaseLogs(_ stage: Stage) async throws -> String {
        let customers = (0..<10).map { "rose\($0)" }
        let original = stage.file("original")
        try await withPurchaseServer(stage, folder: "original") { stage, server in
            for customer in customers { _ = try await server.upload(stage.template.receipt, of: customer) }
            await server.kill()
        }
        let log = try Data(contentsOf: original.appendingPathComponent("purchases.sqlite-wal"))
        try hold(!log.isEmpty, "the killed server left no log")
        var random = SeededGenerator(seed: stage.seed)
        for index in 0..<20 {
            let folder = stage.file("cut-\(index)")
            try FileManager.default.copyItem(at: original, to: folder)
            try log.prefix(Int.random(in: 0..<log.count, using: &random))
                .write(to: folder.appendingPathComponent("purchases.sqlite-wal"))
            stage.tried("cut logs")
            try await withPurchaseServer(stage, folder: "cut-\(index)") { stage, server in
                // What the cut took is gone; what is there is whole, and goes on.
                for customer in customers {
                    let json = try await server.ask("GET", "/v1/customers/\(customer)", expecting: 200)
                    let count = json[array: "entitlements"]?.count ?? -1
                    try hold(count == 0 || count == 2, "\(customer) has half of two entitlements")
                }
                let answer = try await server.upload(stage.template.receipt, of: "lily")
                try hold(answer.status == 200, "an upload was answered \(answer.line)")
            }
        }
        return "each opened with whole uploads only, and went on"
    }

    /// A page zeroed or filled with noise. Single bits inside a value are not played: SQLite keeps no sums of them.
    private static func damagedPages(_ database: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var database = database
        let page = Int.random(in: 0..<(database.count / 4_096), using: &random) * 4_096
        let isNoise = Bool.random(using: &random)
        for index in page..<(page + 4_096) { database[index] = isNoise ? UInt8.random(in: 0...255, using: &random) : 0 }
        return database
    }
}
