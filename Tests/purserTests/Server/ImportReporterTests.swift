import Foundation
import TestSupport
import Testing

@testable import PurchaseServer
@testable import purser

@Suite("What purser server import reports")
struct ImportReporterTests {
    @Test(
        "A field is quoted where it must be, and a spreadsheet takes none for a formula",
        arguments: [
            ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\ta", "'\ta"),
            ("=a,\"b", "\"'=a,\"\"b\""),
            ("1=1", "1=1"),
        ]
    )
    func fields(text: String, field: String) {
        #expect(ImportReporter.field(text) == field)
    }

    @Test("Its rows have the number, the id, the code, what was seen and what to do, and are its owner's only")
    func rows() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("refused.csv").path
            let reporter = try ImportReporter(file: file)
            let outcome = ImportOutcome(.otherStore, "the store is play_store, or so")
            try reporter.write(PurchaseImport.Refused(row: 7, identifier: "=GPA.1", outcome: outcome))
            try reporter.write(
                PurchaseImport.Refused(row: 9, identifier: nil, outcome: ImportOutcome(.customerMissing))
            )
            try reporter.finish()
            #expect(
                try String(contentsOfFile: file, encoding: .utf8) == """
                    row,id,code,seen,do
                    7,'=GPA.1,other-store,"the store is play_store, or so",purchases of other stores stay where they are
                    9,,customer-missing,,"say whose it is, or leave the row out"

                    """
            )
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: (any Error).self) { try ImportReporter(file: folder.path + "/none/refused.csv") }
        }
    }

    @Test("A pipe is written into, and stays one")
    func pipe() throws {
        try withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe").path
            #expect(mkfifo(pipe, 0o600) == 0)
            // Both ends at once, so that neither waits for the other.
            let reader = open(pipe, O_RDWR)
            let reporter = try ImportReporter(file: pipe)
            let outcome = ImportOutcome(.customerMissing)
            try reporter.write(PurchaseImport.Refused(row: 9, identifier: nil, outcome: outcome))
            try reporter.finish()
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(reader, &bytes, bytes.count)
            #expect(
                String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                    == "row,id,code,seen,do\n9,,customer-missing,,\"say whose it is, or leave the row out\"\n"
            )
            #expect(close(reader) == 0)
            let kind = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
            #expect(kind == .typeUnknown)
        }
    }

    @Test(
        "The line of a terminal says how far it is, and what waits only where something does",
        arguments: [
            (0, nil, "9 rows, 5 taken, 2 known, 1 not taken"),
            (1, nil, "9 rows, 5 taken, 2 known, 1 not taken, 1 to ask again"),
            (0, 400, "25 %  9 rows, 5 taken, 2 known, 1 not taken"),
            (0, 50, "100 %  9 rows, 5 taken, 2 known, 1 not taken"),
            (0, 0, "9 rows, 5 taken, 2 known, 1 not taken"),
        ] as [(Int, UInt64?, String)]
    )
    func meter(waiting: Int, total: UInt64?, line: String) {
        var progress = ImportProgress()
        (progress.rows, progress.taken, progress.known, progress.refused) = (9, 5, 2, 1)
        (progress.waiting, progress.bytes) = (waiting, 100)
        #expect(ImportMeter.line(progress, total: total) == line)
    }
}
