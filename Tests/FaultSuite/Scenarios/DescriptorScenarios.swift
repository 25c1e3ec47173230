import AppStoreModels
import Foundation

/// Few descriptors, and a server that needs them for its own questions.
extension Scenario {
    /// With 128 descriptors, an App Store that is silent and as many uploads as there may be connections: each is kept and
    /// answered, because neither the questions nor those who ask take what the database needs.
    static func unansweredQuestions(_ stage: Stage) async throws -> String {
        let log = stage.file("log")
        return try await Peer.run(.isSilent) { _, url in
            var launch = Launch.purchases(stage.file("data"), store: url, stage.template, patience: 1.5)
            launch.prelude = "ulimit -n 128\nexec 2>'\(log.path)'"
            return try await Server.run(launch, on: stage) { server in
                let health = try await server.ask("GET", "/health", expecting: 200)
                guard let limit = health[object: "connections"]?[integer: "limit"], limit > 1 else {
                    throw Fall("/health does not say how many connections there may be: \(health)")
                }
                // One is left for whoever asks meanwhile: 63 on two processors.
                let customers = (1..<limit).map { "rose\($0)" }
                let answers = try await uploads(of: customers, to: server, stage)
                stage.tried("uploads for 128 descriptors", customers.count)
                try hold(answers == [202: customers.count], "the uploads were answered so: \(answers)")
                try await server.isWell("after unanswered questions")
                for customer in customers { try await server.keeps(customer, pending: 1) }
                try await server.stop()
                let words = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
                let lack = words.first { $0.contains("Too many open files") || $0.contains("cannot be opened") }
                try hold(lack == nil, "it says: \(lack ?? "")")
                return "\(customers.count) of \(customers.count) kept and answered"
            }
        }
    }
}
