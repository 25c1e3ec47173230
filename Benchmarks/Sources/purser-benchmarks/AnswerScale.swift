import AppStoreModels
import AppStoreServerClient
import Foundation
import Logging
import PurchaseServer

/// Accounts with very many transactions: how long the purchase server takes from an upload to the answer, over HTTP, with
/// everything on the disk.
enum AnswerScale {
    /// What the account bought.
    enum Mix: String, Codable, CaseIterable {
        /// Renewals of ten subscriptions: few purchases with a long history.
        case renewals
        /// Half renewals, half purchases of their own, each with an owner, a standing and an event: as dear as it gets.
        case half
    }

    private struct Result: Codable {
        var mix: Mix
        var transactions: Int
        var megabytes: Double
        var uploadSeconds: Double
        /// Of the processor, all threads together: the same on a machine that has other work.
        var uploadProcessorSeconds: Double
        var againSeconds: Double
        var questionSeconds: Double
    }

    /// A table of accounts of growing size, each measured in a process of its own.
    static func markdown(isQuick: Bool) throws -> String {
        let counts = isQuick ? [100, 1_000] : [1_000, 5_000, 20_000]
        let results = try Mix.allCases.flatMap { mix in
            try counts.map { count in
                let output = try OwnProcess.output(["--answer-probe", "\(count)", "--answer-mix", mix.rawValue])
                return try JSONDecoder().decode(Result.self, from: Data(output.utf8))
            }
        }
        return """
            ## An account with very many transactions

            One upload to a running purchase server, over HTTP; `verifyReceipt` answers with all transactions of the account.
            Seconds by the clock on the wall, until the answer with the customer's entitlements is there and everything is on the
            disk.

            - *renewals*: all of them are renewals of ten subscriptions.
            - *half*: half of them are, and half are purchases of their own, each with an owner, a standing and an event.
            - *processor*: seconds of processor time that the upload took, all threads together.
            - *again*: the same receipt, when everything is known already.
            - *question*: what the customer owns.

            | of | transactions | answer, MB | upload, s | processor, s | again, s | question, s | upload, µs each |
            |---|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            """
    }

    private static func row(_ result: Result) -> String {
        String(
            format: "| \(result.mix.rawValue) | %d | %.1f | %.2f | %.2f | %.2f | %.2f | %.0f |",
            result.transactions,
            result.megabytes,
            result.uploadSeconds,
            result.uploadProcessorSeconds,
            result.againSeconds,
            result.questionSeconds,
            result.uploadSeconds / Double(result.transactions) * 1_000_000
        )
    }

    /// What the new process does.
    static func run(transactions: Int, of mix: Mix) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("answer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try SampleStore()
        let answer = response(transactions, of: mix).jsonData
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { SampleStore.date }
        )
        configuration.port = 0
        configuration.pollInterval = nil
        configuration.trustPolicy = sample.policy
        configuration.transport = OneAnswer(body: answer)
        configuration.logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        configuration.demandsKeys = false
        // The answer is waited for, however long it takes to store.
        configuration.uploadPatience = 600
        let server = try PurchaseServerApplication(configuration: configuration)
        let receipt = Data(try sample.receipt(records: 5))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let base = "http://127.0.0.1:\(try await server.listeningPort())/v1/customers/flora"
            let before = OwnProcess.processorSeconds
            let upload = try seconds(base + "/receipts", uploading: receipt, in: folder)
            let result = Result(
                mix: mix,
                transactions: transactions,
                megabytes: Double(answer.count) / 1_048_576,
                uploadSeconds: upload,
                uploadProcessorSeconds: OwnProcess.processorSeconds - before,
                againSeconds: try seconds(base + "/receipts", uploading: receipt, in: folder),
                questionSeconds: try seconds(base, uploading: nil, in: folder)
            )
            print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
            group.cancelAll()
            try? await group.waitForAll()
        }
    }

    /// Asks by a program of its own, so that the server's time is measured and not this process's.
    private static func seconds(_ address: String, uploading receipt: Data?, in folder: URL) throws -> Double {
        var words = ["curl", "--silent", "--max-time", "300", "--output", folder.appendingPathComponent("answer").path]
        words += ["--write-out", "%{http_code} %{time_total}"]
        if let receipt {
            let body = folder.appendingPathComponent("body")
            try Data(#"{"receiptData":"\#(receipt.base64EncodedString())"}"#.utf8).write(to: body)
            words += ["--data-binary", "@" + body.path, "--header", "Content-Type: application/json"]
        }
        let told = try ShellCommand(words + [address]).output().split(separator: " ")
        guard told.first == "200", let seconds = told.last.flatMap({ Double($0) }) else {
            throw BenchmarkError("the server answered \(told.first ?? "nothing")")
        }
        return seconds
    }

    private static func response(_ transactions: Int, of mix: Mix) -> VerifyReceiptResponse {
        var response = VerifyReceiptResponse()
        response.status = .valid
        response.environment = .production
        var receipt = VerifyReceiptAppReceipt()
        receipt.bundleID = SampleStore.bundleID
        receipt.receiptCreationDate = SampleStore.date
        receipt.requestDate = SampleStore.date
        response.receipt = receipt
        response.latestReceiptInfo = (0..<transactions).map {
            transaction($0, renews: mix == .renewals || $0.isMultiple(of: 2))
        }
        return response
    }

    private static func transaction(_ number: Int, renews: Bool) -> VerifyReceiptTransaction {
        var transaction = VerifyReceiptTransaction()
        let begin = SampleStore.date.addingTimeInterval(Double(-number) * 3_600)
        transaction.transactionID = "\(2_000_000_900_000_001 + number)"
        transaction.purchaseDate = begin
        transaction.originalPurchaseDate = begin
        transaction.quantity = 1
        if renews {
            transaction.originalTransactionID = "\(2_000_000_900_000_001 + number / 2 % 10)"
            transaction.productID = "com.example.flowershop.monthly"
            transaction.expiresDate = begin.addingTimeInterval(30 * 86_400)
            transaction.webOrderLineItemID = "\(2_000_000_101_234_567 + number)"
        } else {
            transaction.originalTransactionID = transaction.transactionID
            transaction.productID = "com.example.flowershop.seeds.\(number % 50)"
        }
        return transaction
    }

    /// `verifyReceipt` that always says the same.
    private struct OneAnswer: HTTPTransport {
        let body: Data

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            HTTPTransportResponse(status: 200, body: body)
        }
    }
}
