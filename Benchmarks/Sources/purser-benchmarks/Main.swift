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
                return try await AnswerScale.run(transactions: count, of: options.answerMix)
            }
            if let count = options.lookupProbe.flatMap({ Int($0) }) {
                return try await LookupServer.run(accounts: count)
            }
            if let count = options.statementProbe.flatMap({ Int($0) }) {
                return try await StatementServer.run(customers: count)
            }
            if let count = options.copiesProbe.flatMap({ Int($0) }), let file = options.database {
                return try StatementServer.copyCustomers(count, in: URL(fileURLWithPath: file))
            }
            if let count = options.ingestProbe.flatMap({ Int($0) }) {
                return try await IngestServer.run(notifications: count)
            }
            if let count = options.figureProbe.flatMap({ Int($0) }) {
                return try await FigureScale.run(customers: count)
            }
            if let work = options.profile { return try Profile.run(work) }
            try measure(options)
        } catch let error as BenchmarkError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ options: Options) throws {
        let sections = sections(options).filter { section in
            options.only.map { section.title.localizedCaseInsensitiveContains($0) } ?? true
        }
        let text = try sections.map { try $0.markdown() }.joined(separator: "\n")
        print(text)
        if let output = options.output { try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: output)) }
    }

    private struct Section {
        let title: String
        let markdown: () throws -> String
    }

    private static func sections(_ options: Options) -> [Section] {
        let isQuick = options.isQuick
        return [
            Section(title: "Receipts") { try receipts(options) },
            Section(title: "A store with many subscribers") { try StoreScale.markdown(isQuick: isQuick) },
            Section(title: "The store's log") { try LogScale.markdown(isQuick: isQuick) },
            Section(title: "From facts to entitlements") { try FoldScale.markdown(isQuick: isQuick) },
            Section(title: "Very many transactions") { try AnswerScale.markdown(isQuick: isQuick) },
            Section(title: "Look-ups") { try LookupScale.markdown(isQuick: isQuick) },
            Section(title: "What a customer has") { try StatementScale.markdown(isQuick: isQuick) },
            Section(title: "Figures") { try FigureScale.markdown(isQuick: isQuick) },
            Section(title: "Notifications") { try IngestScale.markdown(isQuick: isQuick) },
            Section(title: "PostgreSQL") { try text(in: options.postgresql) },
            Section(title: "Load") {
                try options.tool.map { try LoadScale.markdown(program: $0, isQuick: isQuick) } ?? ""
            },
            Section(title: "Costs of tests") { try testCosts(options) },
            Section(title: "Linking") { try text(in: options.linking) },
            Section(title: "First paint") { try text(in: options.firstPaint) },
        ]
    }

    /// What a script measured.
    private static func text(in file: String?) throws -> String {
        try file.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    }

    private static func receipts(_ options: Options) throws -> String {
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
        return report.markdown
    }

    private static func testCosts(_ options: Options) throws -> String {
        guard let debug = options.debugCosts, let release = options.releaseCosts else { return "" }
        return try TestCosts(debug: debug, release: release).markdown
    }
}
