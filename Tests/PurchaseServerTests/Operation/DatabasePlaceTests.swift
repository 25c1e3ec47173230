import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Where a server keeps everything")
struct DatabasePlaceTests {
    @Test("A file is for any work", arguments: DatabasePlace.FileWork.allCases)
    func file(work: DatabasePlace.FileWork) throws {
        let file = URL(fileURLWithPath: "/somewhere/purchases.sqlite")
        #expect(try DatabasePlace.file(file).file(for: work) == file)
    }

    #if PostgreSQL && os(Linux)
        @Test(
            "What works on a file only says in one line what to use with a PostgreSQL",
            arguments: [
                (DatabasePlace.FileWork.backup, "use pg_dump --format=custom"),
                (.restore, "use pg_restore into a new database"),
                (.copy, "name the folder to copy from (--data)"),
                (.reading, "read it into a folder (--data), and bring that there: purser server copy"),
            ]
        )
        func shared(work: DatabasePlace.FileWork, instead: String) throws {
            let place = DatabasePlace.shared(try SharedDatabase("postgres://alice@db.example.com/shop"))
            let error = #expect(throws: PurchaseServerError.self) { try place.file(for: work) }
            #expect(error?.code == .databaseShared)
            #expect(error?.reason.contains("postgres://alice@db.example.com:5432/shop") == true)
            #expect(error?.reason.contains(instead) == true)
            #expect(error?.reason.contains("\n") == false)
        }

        @Test("A configuration has the PostgreSQL before the file")
        func configuration() throws {
            var configuration = try World().configuration
            if case .shared = configuration.place { Issue.record("there is none") }
            configuration.sharedDatabase = try SharedDatabase("postgres://alice@db/shop")
            if case .file = configuration.place { Issue.record("it is the file") }
        }
    #endif
}
