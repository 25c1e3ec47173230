import CLibPQ
import Foundation

/// libpq as a program in C would use it: one connection, blocking, a pipeline of 100 rows for each commit.
final class PlainLibPQ {
    private let connection: OpaquePointer

    init(_ place: String, preparing text: String) throws {
        guard let connection = PQconnectdb(place), PQstatus(connection) == CONNECTION_OK else {
            throw BenchmarkError(description: "no connection for the plain loop")
        }
        self.connection = connection
        let prepared = PQprepare(connection, "row", text, 0, nil)
        defer { PQclear(prepared) }
        guard PQresultStatus(prepared) == PGRES_COMMAND_OK, PQenterPipelineMode(connection) == 1 else {
            throw BenchmarkError(description: "the plain loop cannot prepare its statement")
        }
    }

    deinit { PQfinish(connection) }

    /// - Returns: Rows a second.
    func insert(_ rows: NotificationRows, seconds: Int) throws -> Double {
        // Numbers that no other contender and no other turn has.
        var next = RowNumbers.next()
        let first = next
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(seconds) {
            for number in next..<next + NotificationRows.batch { try send(rows.values(number)) }
            guard PQpipelineSync(connection) == 1 else { throw failure }
            next += NotificationRows.batch
            try takeAnswers()
        }
        return Double(next - first) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func send(_ values: [String]) throws {
        let copies = values.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { $0.map { UnsafePointer<CChar>($0) } }
        guard PQsendQueryPrepared(connection, "row", CInt(values.count), pointers, nil, nil, 0) == 1 else {
            throw failure
        }
    }

    private func takeAnswers() throws {
        while true {
            guard let result = PQgetResult(connection) else { continue }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK: continue
            case PGRES_PIPELINE_SYNC: return
            default: throw failure
            }
        }
    }

    private var failure: BenchmarkError {
        BenchmarkError(description: PQerrorMessage(connection).map { String(cString: $0) } ?? "libpq failed")
    }
}

/// Numbers for rows, a range of its own for each turn.
enum RowNumbers {
    static func next() -> Int { Int(Date().timeIntervalSince1970 * 1000) * 1_000_000 }
}
