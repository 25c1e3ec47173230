import Foundation
import PurchaseServer

/// Writes the rows that were not taken to a file, as they are met: number, id, code, what was seen, what to do.
///
/// The file is made when there is something to say: what the last run reported is there until then, so an import that does not
/// even begin takes nothing away.
final class ImportReporter {
    private let file: String?
    /// Where the lines go; nil until there is one.
    private var place: Place?

    private enum Place {
        case file(FileHandle)
        case stream(NamedStream)
    }

    /// Why a report cannot be written.
    struct Failure: Error {
        let reason: String

        static let code = "file-unusable"
    }

    /// - Parameter file: Nil for no report.
    /// - Throws: ``Failure`` if it could not be written; nothing is written yet.
    init(file: String?) throws(Failure) {
        self.file = file
        guard let file else { return }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let isWritable = FileManager.default.isWritableFile(atPath: isThere ? file : folder)
        guard isWritable, !isFolder.boolValue else { throw Self.unwritable(file) }
    }

    func write(_ refused: PurchaseImport.Refused) throws(Failure) {
        guard let file else { return }
        let outcome = refused.outcome
        let fields = [
            "\(refused.row)", refused.identifier ?? "", outcome.code.rawValue, outcome.detail ?? "",
            outcome.code.remedy,
        ]
        let line = fields.map(Self.field).joined(separator: ",") + "\n"
        try put(line, file)
    }

    /// Nothing to report is said, too, so that nobody takes an earlier report for this one's.
    func finish() throws(Failure) {
        guard let file else { return }
        switch try opened(file) {
        case .file(let handle):
            do { try handle.close() } catch {
                throw Failure(reason: "--report: \(file) cannot be written: \(error.localizedDescription)")
            }
        case .stream(let stream): try Self.reporting { () throws(OutputFile.Failure) in try stream.finish() }
        }
    }

    private func put(_ line: String, _ file: String) throws(Failure) {
        switch try opened(file) {
        case .file(let handle):
            do { try handle.write(contentsOf: Data(line.utf8)) } catch {
                throw Failure(reason: "--report: \(file) cannot be written: \(error.localizedDescription)")
            }
        case .stream(let stream):
            try Self.reporting { () throws(OutputFile.Failure) in try stream.write(Data(line.utf8)) }
        }
    }

    /// Does something with a stream that may fail.
    private static func reporting<Result>(_ body: () throws(OutputFile.Failure) -> Result) throws(Failure) -> Result {
        do throws(OutputFile.Failure) {
            return try body()
        } catch {
            throw Failure(reason: "--report: \(error.description)")
        }
    }

    private static let head = "row,id,code,seen,do\n"

    private func opened(_ file: String) throws(Failure) -> Place {
        if let place { return place }
        let made: Place
        if let stream = try Self.stream(file) {
            made = .stream(stream)
        } else {
            made = .file(try Self.newFile(file))
        }
        place = made
        return made
    }

    /// A new file in the place of /dev/stdout would be standard output for nobody any more.
    private static func stream(_ file: String) throws(Failure) -> NamedStream? {
        try reporting { () throws(OutputFile.Failure) in
            let found = try NamedStream(path: file)
            try found?.write(Data(head.utf8))
            return found
        }
    }

    private static func newFile(_ file: String) throws(Failure) -> FileHandle {
        let isMade = FileManager.default.createFile(
            atPath: file,
            contents: Data(head.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, let made = FileHandle(forWritingAtPath: file), (try? made.seekToEnd()) != nil else {
            throw unwritable(file)
        }
        return made
    }

    private static func unwritable(_ file: String) -> Failure {
        Failure(reason: "--report: \(file) cannot be written; name a file in a folder that may be written to")
    }

    /// In quotes where it must be. What a spreadsheet would take for a formula is taken for text.
    static func field(_ text: String) -> String {
        let safe = text.first.map("=+-@\t\r".contains) == true ? "'" + text : text
        guard safe.contains(where: { ",\"\n\r".contains($0) }) else { return safe }
        return "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
