import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server import`: customers and purchases from another server, or from an export of this one.
struct ServerImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over customers and purchases from a list, or read an export back.",
        discussion: """
            Reads CSV or JSON with a row for each purchase: whose it is, and its original transaction id, its receipt or its \
            signed transaction; also packed with gzip. The exports of RevenueCat, Adapty and Apphud are known by their \
            headers. Apple is asked for the rest, with the In-App Purchase key. Give it the settings of the server, which \
            may run meanwhile: whose a purchase is follows from them. What was done is kept row by row: run it again after \
            a stop, and it goes on. A folder that `purser server export` wrote is read back into the empty folder of a \
            server that does not run; what its help says is left out is not in it.
            """
    )

    @Argument(help: "A CSV or JSON file, - for standard input, or the folder of an export.", completion: .file())
    var file: String

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Option(
        help: ArgumentHelp(
            "What the columns mean, for example customer=uid,originalTransactionId=otid,attributes.plan=plan.",
            valueName: "columns"
        ),
        transform: { try ImportColumns(argument: $0) }
    )
    var columns: ImportColumns?

    @Option(help: ArgumentHelp("csv or json; without it the name of the file decides.", valueName: "format"))
    var format: Format?

    @Option(help: ArgumentHelp("Write the rows that were not taken to this file, as CSV.", valueName: "file"))
    var report: String?

    @Flag(help: "Only look whether the rows can be read; ask nobody, keep nothing.")
    var dryRun = false

    @Flag(help: "Ask about all rows again, those that were taken before, too.")
    var again = false

    @Flag(help: "Print JSON.")
    var json = false

    /// The formats of lists.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, json
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        do {
            if ExportReading.isExport(URL(fileURLWithPath: file, isDirectory: true)) {
                try readExport(terminal)
            } else {
                try await readList(terminal)
            }
        } catch let error as ImportError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        } catch let error as PurchaseServerError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        } catch let failure as ImportReporter.Failure {
            throw unusable(terminal, ImportReporter.Failure.code, failure.reason)
        }
    }

    private func unusable(_ terminal: Terminal, _ code: String, _ reason: String) -> ExitCode {
        terminal.complain(code, reason, json: json)
        return ExitStatus.unusable
    }

    private func readExport(_ terminal: Terminal) throws {
        let vain = [
            ("--columns", columns != nil), ("--format", format != nil), ("--report", report != nil), ("--again", again),
        ].filter(\.1).map(\.0)
        guard vain.isEmpty else {
            throw ValidationError(
                "\(vain.joined(separator: ", ")): says nothing about an export, which is read as it is"
            )
        }
        let settings = try options.settings()
        let place = try SettingsFailure.told { () throws(SettingsError) in try settings.databasePlace() }
        let reading = ExportReading(databaseFile: try place.file(for: .reading))
        let folder = URL(fileURLWithPath: self.file, isDirectory: true)
        let rows = dryRun ? try reading.rehearse(folder) : try reading.read(folder)
        guard !json else { return terminal.json(["rows": .object(JSONObject(rows: rows))]) }
        let sum = rows.values.reduce(0, +)
        terminal.line(dryRun ? "\(sum) rows can be read" : "read \(sum) rows; \(ServerExportCommand.leftOut)")
    }

    private func readList(_ terminal: Terminal) async throws {
        let isInput = file == "-"
        guard let handle = isInput ? .standardInput : FileHandle(forReadingAtPath: file) else {
            throw unusable(terminal, "unreadable", "the file \(file) cannot be read")
        }
        let name = isInput ? "standard input" : URL(fileURLWithPath: file).lastPathComponent
        var reading = PurchaseImport.Options(source: name, isJSON: isJSON, columns: columns)
        reading.isRehearsal = dryRun
        reading.asksAgain = again
        let importer = PurchaseImport(try await configuration())
        let reporter = try ImportReporter(file: report)
        let meter = ImportMeter(total: isInput ? nil : try? handle.seekToEndAndBack())
        let progress = try await importer.run(ByteSource(unpacking: handle), reading) { refused in
            try reporter.write(refused)
        } onProgress: { progress in
            meter.show(progress)
        }
        try reporter.finish()
        meter.finish()
        json
            ? terminal.json(.object(ImportText.json(progress)))
            : ImportText.lines(progress, dryRun).forEach(terminal.line)
        guard progress.refused + progress.waiting == 0 else { throw ExitStatus.invalid }
    }

    private var isJSON: Bool {
        let name = file.lowercased().hasSuffix(".gz") ? (file as NSString).deletingPathExtension : file
        return format.map { $0 == .json }
            ?? ["json", "jsonl", "ndjson"].contains((name as NSString).pathExtension.lowercased())
    }

    private func configuration() async throws -> PurchaseServerConfiguration {
        let settings = try options.settings()
        return try await SettingsFailure.told { () async throws(SettingsError) in
            try await settings.configuration(logger: LogStream.logger("purser.import"))
        }
    }
}

extension ImportColumns {
    fileprivate init(argument: String) throws {
        do throws(ImportError) {
            self = try ImportColumns(parsing: argument)
        } catch {
            throw ValidationError("--columns: \(error.reason)")
        }
    }
}
