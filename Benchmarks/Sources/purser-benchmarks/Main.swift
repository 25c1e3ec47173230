import Foundation

/// Measures receipts and signed transactions against OpenSSL and the bare cryptography, and the store against bare memory.
@main
struct Main {
    private static let sizes = [5, 100, 1000, 10_000]

    static func main() async throws {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            if let folder = options.memoryProbe { return try MemoryProbe.run(in: folder) }
            if let count = options.storeProbe.flatMap({ Int($0) }) { return try StoreScale.run(subscribers: count) }
            if let count = options.logProbe.flatMap({ Int($0) }) { return try LogScale.run(subscribers: count) }
            if let count = options.answerProbe.flatMap({ Int($0) }) {
                return try await AnswerScale.run(transactions: count)
            }
            if let count = options.lookupProbe.flatMap({ Int($0) }) {
                return try await LookupServer.run(accounts: count)
            }
            if let work = options.profile { return try Profile.run(work) }
            try measure(options)
        } catch let error as BenchmarkError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ options: Options) throws {
        let stopwatch = options.isQuick ? Stopwatch(turns: 3, turnSeconds: 0.05) : Stopwatch(turns: 9, turnSeconds: 0.3)
        let store = try SampleStore()
        let warmUp = try store.receipt(records: 5)
        let receipts = try sizes.map { records in
            let contenders = try ReceiptContenders(store, records: records)
            let memory = try MemoryProbe.peakGrowth(
                receipt: contenders.receipt,
                warmUp: warmUp,
                anchorPEM: store.authority.receiptRootPEM
            )
            return try ReceiptResult(contenders, stopwatch, memory: memory)
        }
        let report = Report(
            machine: Machine(),
            date: options.date,
            isQuick: options.isQuick,
            receipts: receipts,
            jws: try JWSResult(JWSContenders(store), stopwatch),
            pending: try PendingTransactions.measure(isQuick: options.isQuick)
        )
        let sections = [
            report.markdown,
            try StoreScale.markdown(isQuick: options.isQuick),
            try LogScale.markdown(isQuick: options.isQuick),
            try FoldScale.markdown(isQuick: options.isQuick),
            try AnswerScale.markdown(isQuick: options.isQuick),
            try LookupScale.markdown(isQuick: options.isQuick),
            try options.tool.map { try LoadScale.markdown(program: $0, isQuick: options.isQuick) } ?? "",
            try testCosts(options),
            try options.linking.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? "",
        ]
        let text = sections.joined(separator: "\n")
        print(text)
        if let output = options.output { try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: output)) }
    }

    private static func testCosts(_ options: Options) throws -> String {
        guard let debug = options.debugCosts, let release = options.releaseCosts else { return "" }
        return try TestCosts(debug: debug, release: release).markdown
    }
}
