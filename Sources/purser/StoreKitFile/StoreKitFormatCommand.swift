import AppStoreModels
import ArgumentParser
import Foundation
import StoreConfiguration

/// `purser storekit format`: a configuration byte for byte as Xcode writes it.
struct StoreKitFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Write configurations as Xcode does, byte for byte, so that a change by hand is a small difference.",
        discussion: """
            Prints the file, unless --in-place writes it or --check only says whether it would change. Members that are \
            not known stay. A file that is no configuration stays as it is: exit code 2.
            """
    )

    @Argument(help: "The files; - for standard input.")
    var files: [InputSource] = [.standardInput]

    @Flag(help: "Write the files; those that are as Xcode writes them are not touched.")
    var inPlace = false

    @Flag(help: "Write nothing, and name the files that would change: exit code 1 if there is one.")
    var check = false

    @Flag(help: "Print JSON: what came of each file. Goes with --in-place or --check.")
    var json = false

    func validate() throws {
        if inPlace, check { throw ValidationError("give either --in-place or --check") }
        let prints = !inPlace && !check
        if prints, files.count > 1 { throw ValidationError("several files go with --in-place or --check") }
        if prints, json { throw ValidationError("--json goes with --in-place or --check") }
        if inPlace, files.contains(where: \.isStandardInput) {
            throw ValidationError("standard input cannot be written in place")
        }
    }

    func run() throws {
        let terminal = Terminal.standardOutput()
        let results = files.map(FormattedFile.init)
        if inPlace || check {
            let outcomes = results.map { inPlace ? $0.written() : $0 }
            report(outcomes, on: terminal)
            if outcomes.contains(where: \.isUnusable) { throw ExitStatus.unusable }
            if check, outcomes.contains(where: \.isChange) { throw ExitStatus.invalid }
        } else {
            do {
                StandardStream.output.write(try results[0].formatted.get())
            } catch {
                Terminal.complain(results[0].description(of: error))
                throw ExitStatus.unusable
            }
        }
    }

    private func report(_ files: [FormattedFile], on terminal: Terminal) {
        guard !json else { return terminal.json(.array(files.map { .object($0.json) })) }
        for file in files {
            switch file.formatted {
            case .failure(let failure): Terminal.complain(file.description(of: failure))
            case .success where file.isChange: terminal.line("\(file.path): \(inPlace ? "written" : "would change")")
            case .success: break
            }
        }
    }
}

/// A configuration file, and what Xcode would have written.
private struct FormattedFile {
    let path: String
    private let source: Data
    /// An ``InputError``, an ``OutputFile/Failure``, or what is wrong with the configuration.
    let formatted: Result<Data, any Error>

    init(_ file: InputSource) {
        path = file.description
        do {
            let data = try file.readFile(limit: StoreKitLintCommand.maximumLength)
            (source, formatted) = (data, .success(try StoreConfiguration(data: data).xcodeData))
        } catch {
            (source, formatted) = (Data(), .failure(error))
        }
    }

    private init(path: String, source: Data, formatted: Result<Data, any Error>) {
        (self.path, self.source, self.formatted) = (path, source, formatted)
    }

    var isUnusable: Bool { (try? formatted.get()) == nil }
    var isChange: Bool { (try? formatted.get()).map { $0 != source } ?? false }

    /// The file once it is written, or why it is not.
    func written() -> FormattedFile {
        guard isChange else { return self }
        let outcome = formatted.flatMap { data in
            Result { () throws in
                try OutputFile(path: path).write(data)
                return data
            }
        }
        return FormattedFile(path: path, source: source, formatted: outcome)
    }

    /// Why it cannot be formatted, for a person, who is to know which file it is.
    func description(of failure: any Error) -> String {
        failure is ConfigurationError ? "\(path): \(failure)" : "\(failure)"
    }

    var json: JSONObject {
        var object: JSONObject = ["file": .string(path)]
        switch formatted {
        case .failure(let failure): object[array: "failures"] = [.object(FailureReport.object(of: failure))]
        case .success: object[boolean: "changed"] = isChange
        }
        return object
    }
}
