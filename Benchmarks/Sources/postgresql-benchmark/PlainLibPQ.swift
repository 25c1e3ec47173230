import CLibPQ
import Foundation

/// libpq as a program in C would use it: one connection, blocking, a pipeline of 100 notifications for each commit.
final class PlainLibPQ {
    private let connection: OpaquePointer

    init(_ place: String, preparing statements: [String]) throws {
        guard let connection = PQconnectdb(place), PQstatus(connection) == CONNECTION_OK else {
            throw BenchmarkError(description: "no connection for the plain loop")
        }
        self.connection = connection
        for (index, text) in statements.enumerated() {
            let prepared = PQprepare(connection, "row\(index)", text, 0, nil)
            defer { PQclear(prepared) }
            guard PQresultStatus(prepared) == PGRES_COMMAND_OK else { throw failure }
        }
        guard PQenterPipelineMode(connection) == 1 else { throw failure }
    }

    deinit { PQfinish(connection) }

    /// - Returns: Numbers a second.
    func insert(_ rows: some PlainRows, seconds: Int) throws -> Double {
        // Numbers that no other contender and no other turn has.
        var next = RowNumbers.next()
        let first = next
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(seconds) {
            for number in next..<next + NotificationRows.batch {
                for row in rows.rows(number) { try send(row.statement, row.values) }
            }
            guard PQpipelineSync(connection) == 1 else { throw failure }
            next += NotificationRows.batch
            try takeAnswers()
        }
        return Double(next - first) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func send(_ statement: Int, _ values: [PlainValue]) throws {
        let copies = values.map(Self.copy)
        defer { for copy in copies { copy.pointer?.deallocate() } }
        let pointers = copies.map { $0.pointer.map { UnsafePointer<CChar>($0) } }
        let sent = PQsendQueryPrepared(
            connection,
            "row\(statement)",
            CInt(values.count),
            pointers,
            copies.map(\.length),
            copies.map { $0.isBinary ? 1 : 0 },
            0
        )
        guard sent == 1 else { throw failure }
    }

    private static func copy(_ value: PlainValue) -> (
        pointer: UnsafeMutablePointer<CChar>?, length: CInt, isBinary: Bool
    ) {
        let (bytes, isBinary): ([UInt8], Bool)
        switch value {
        case .null: return (nil, 0, false)
        case .text(let text): (bytes, isBinary) = (text, false)
        case .bytes(let octets): (bytes, isBinary) = (octets, true)
        }
        let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (place, byte) in bytes.enumerated() { pointer[place] = CChar(bitPattern: byte) }
        pointer[bytes.count] = 0
        return (pointer, CInt(bytes.count), isBinary)
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
