import AppStoreModels
import Foundation

/// Reads rows of a file, and says of each that it cannot take why not.
struct ImportRowReader {
    /// A row, or why it is none.
    typealias Reading = Result<ImportRow, ImportRefusal>

    /// What the columns mean, or the members of the last object that was known; nil before the first row of JSON.
    private(set) var columns: ImportColumns?
    private let isSaid: Bool
    private(set) var number = 0
    private var records: Records
    private var header: [String] = []

    private enum Records {
        case csv(CSVReader)
        case json(JSONObjectReader)
    }

    /// - Parameters:
    ///   - source: The file.
    ///   - isJSON: Whether it holds JSON objects; if not, comma-separated values under a header.
    ///   - columns: What the columns mean; nil to find out.
    init(_ source: ByteSource, isJSON: Bool, columns: ImportColumns?) throws(ImportError) {
        self.columns = columns
        isSaid = columns != nil
        guard !isJSON else {
            records = .json(JSONObjectReader(source))
            return
        }
        var reader = CSVReader(source)
        guard case .fields(let header)? = try reader.next() else {
            throw ImportError(.columnsUnknown, "the file has no header")
        }
        self.header = header.map { $0.trimmingCharacters(in: .whitespaces) }
        records = .csv(reader)
        if let columns { try columns.check(self.header) } else { self.columns = try ImportColumns(header: self.header) }
    }

    /// How many octets of the file were read.
    var bytesRead: Int64 {
        switch records {
        case .csv(let reader): reader.bytesRead
        case .json(let reader): reader.bytesRead
        }
    }

    /// The next row; nil at the end.
    mutating func next() throws(ImportError) -> (number: Int, reading: Reading)? {
        let values: Result<[String: String], ImportRefusal>?
        switch records {
        case .csv(var reader):
            let record = try reader.next()
            records = .csv(reader)
            values = record.map(named)
        case .json(var reader):
            let record = try reader.next()
            records = .json(reader)
            values = try record.map { record throws(ImportError) in try named(record) }
        }
        guard let values else { return nil }
        number += 1
        return (number, values.flatMap(row))
    }

    private func named(_ record: CSVReader.Record) -> Result<[String: String], ImportRefusal> {
        switch record {
        case .malformed(let reason): return .failure(ImportRefusal(.rowMalformed, reason))
        case .fields(let fields):
            guard fields.count == header.count else {
                let reason = "it has \(fields.count) fields, the header \(header.count)"
                return .failure(ImportRefusal(.rowMalformed, reason))
            }
            return .success(Dictionary(zip(header, fields)) { first, _ in first })
        }
    }

    private mutating func named(
        _ record: JSONObjectReader.Record
    ) throws(ImportError) -> Result<[String: String], ImportRefusal> {
        switch record {
        case .malformed(let reason): return .failure(ImportRefusal(.rowMalformed, reason))
        case .object(let object):
            if !isSaid {
                // An object that leaves out what tells its kind is of that of the one before.
                columns = ImportColumns(members: object.keys) ?? columns
                if columns == nil { throw ImportColumns.unknown(object.keys) }
            }
            let members = object.members.compactMap { key, value -> (String, String)? in
                switch value {
                case .null: nil
                case .bool(let truth): (key, truth ? "true" : "false")
                case .array, .object: (key, value.serialized())
                default: value.lenientString.map { (key, $0) }
                }
            }
            return .success(Dictionary(members) { first, _ in first })
        }
    }

    private func row(_ values: [String: String]) -> Reading {
        guard let columns else { return .failure(ImportRefusal(.rowMalformed, "its columns are not known")) }
        do throws(ImportRefusal) {
            return .success(try ImportRowMaker(values: values, columns: columns).row(number))
        } catch {
            var refusal = error
            refusal.identifier = columns.names[.originalTransactionID]?.lazy.compactMap { values[$0] }.first
            return .failure(refusal)
        }
    }
}
