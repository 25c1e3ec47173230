import Crypto
import CryptoExtras
import Foundation

/// The App Store Server API and `verifyReceipt` of the local store: how many are answered in a second, beside the signatures they
/// take and beside an empty route, and whether it matters how many accounts there are.
enum LookupScale {
    private struct Result {
        let accounts: Int
        /// Answers a second at 64 connections.
        let empty, transaction, appTransaction, receipt, receiptAgain: Double
        /// Processor time of the server for one look-up, and one `verifyReceipt`, signed anew and not, in microseconds.
        let transactionProcessor, receiptProcessor, receiptAgainProcessor: Double
        /// Microseconds of one request at one connection.
        let transactionAlone, appTransactionAlone: Double
    }

    private static let connections = 64

    static func markdown(isQuick: Bool) throws -> String {
        let bare = try bareMicroseconds(isQuick: isQuick)
        let results = try (isQuick ? [10, 1_000] : [10, 100_000]).map { try measure(accounts: $0, isQuick: isQuick) }
        guard let few = results.first, let many = results.last else { return "" }
        let targets = [
            target(
                0.5,
                few.transaction * bare.p256 / 1_000_000,
                "signed look-ups, times P-256 both ways"
            ),
            target(0.5, few.receipt * bare.rsa / 1_000_000, "`verifyReceipt` signed anew, times RSA-2048 signatures"),
            target(0.5, bare.p256 / few.transactionProcessor, "signed look-ups, processor time, times the same"),
            target(0.5, bare.rsa / few.receiptProcessor, "`verifyReceipt` signed anew, processor time, times the same"),
            target(0.5, few.receiptAgain * bare.rsa / 1_000_000, "`verifyReceipt` asked again, times the same"),
            target(0.8, few.transactionAlone / many.transactionAlone, "latency by transaction, few accounts by many"),
            target(0.8, few.appTransactionAlone / many.appTransactionAlone, "the same by app transaction"),
        ]
        return """
            ## Look-ups

            A local store whose accounts have 15 transactions each, in a process of its own, asked over HTTP by \(connections)
            connections of one thread, each for another account each time. The store's clock stands; every transaction is signed
            anew. *By app transaction* asks for the refunds of a customer, of which there are none to sign. *One at a time*: the
            same over one connection, in microseconds. On the same machine and one core, a P-256 signature and a verification
            together take \(bare.p256.short) µs, an RSA-2048 signature \(bare.rsa.short).

            A store keeps the receipts that it signed last, and signs no receipt anew that would say the same. *verifyReceipt* asks
            about \(LookupServer.receiptCount) receipts one after the other, which are more than it keeps, so that every answer has a
            new signature. *Again* asks about \(LookupServer.receiptsAskedAgain) of them over and over while nothing happens in the
            store, so that no answer has. *µs* is the processor time of the server for one answer, all threads together.

            | accounts | empty route/s | transactions/s | µs | by app transaction/s | verifyReceipt/s | µs | again/s | µs | one transaction at a time | one app transaction |
            |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            | target | measured | met |
            |---|---:|---|
            \(targets.joined(separator: "\n"))

            """
    }

    private static func row(_ result: Result) -> String {
        let rates = [result.empty, result.transaction, result.transactionProcessor, result.appTransaction]
        let receipts = [
            result.receipt, result.receiptProcessor, result.receiptAgain, result.receiptAgainProcessor,
        ]
        let numbers = rates + receipts + [result.transactionAlone, result.appTransactionAlone]
        return "| \(result.accounts) | \(numbers.map(\.short).joined(separator: " | ")) |"
    }

    private static func target(_ limit: Double, _ value: Double, _ what: String) -> String {
        "| \(what): at least \(limit.short) | \(value.short) | \(value >= limit ? "yes" : "**no**") |"
    }

    /// Processor time of what every look-up, and every `verifyReceipt`, takes at least.
    private static func bareMicroseconds(isQuick: Bool) throws -> (p256: Double, rsa: Double) {
        let stopwatch = isQuick ? Stopwatch(turns: 3, turnSeconds: 0.05) : Stopwatch(turns: 9, turnSeconds: 0.3)
        let key = P256.Signing.PrivateKey()
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let digest = SHA256.hash(data: Data("a look-up".utf8))
        let times = try stopwatch.measure([
            Contender(name: "P-256") {
                let signature = try key.signature(for: digest)
                guard key.publicKey.isValidSignature(signature, for: digest) else {
                    throw BenchmarkError("swift-crypto refused the signature")
                }
            },
            Contender(name: "RSA") { _ = try rsa.signature(for: digest, padding: .insecurePKCS1v1_5) },
        ])
        return (times[0], times[1])
    }

    private static func measure(accounts: Int, isQuick: Bool) throws -> Result {
        let server = try LookupServer(accounts: accounts)
        defer { server.end() }
        let scale = isQuick ? 10 : 1
        func rate(_ clients: Int, _ requests: [String], _ count: Int, port: Int? = nil) throws -> Double {
            let clients = try LoadClients(clients, port: port ?? server.port, requests: requests)
            _ = try clients.rate(of: count / 4 / scale)
            return try (0..<3).map { _ in try clients.rate(of: count / scale) }.max() ?? 0
        }
        /// The same, and the processor time of each answer.
        func cost(_ requests: [String], _ count: Int) throws -> (rate: Double, microseconds: Double) {
            let start = server.processorSeconds
            let best = try rate(connections, requests, count)
            let answers = count / 4 / scale + 3 * (count / scale)
            return (best, (server.processorSeconds - start) / Double(answers) * 1_000_000)
        }
        let receipt = try cost(server.receiptRequests, 4_000)
        let again = try cost(Array(server.receiptRequests.prefix(LookupServer.receiptsAskedAgain)), 8_000)
        let transaction = try cost(server.transactionRequests, 20_000)
        let empty = "GET /empty HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        return Result(
            accounts: accounts,
            empty: try rate(connections, [empty], 40_000, port: server.emptyPort),
            transaction: transaction.rate,
            appTransaction: try rate(connections, server.appTransactionRequests, 40_000),
            receipt: receipt.rate,
            receiptAgain: again.rate,
            transactionProcessor: transaction.microseconds,
            receiptProcessor: receipt.microseconds,
            receiptAgainProcessor: again.microseconds,
            transactionAlone: 1_000_000 / (try rate(1, server.transactionRequests, 5_000)),
            appTransactionAlone: 1_000_000 / (try rate(1, server.appTransactionRequests, 5_000))
        )
    }
}
