import Foundation

/// The two ends of a pipe, closed when the value that made them goes.
final class PipeEnds: Sendable {
    let reader: Int32
    let writer: Int32

    struct Failed: Error {}

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failed() }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
    }

    func closeWriter() {
        close(writer)
    }

    /// Everything until the writer is closed.
    func readToEnd() -> Data {
        var data = Data()
        while case let portion = readOnce(), !portion.isEmpty { data += portion }
        return data
    }

    /// What is there, at most a megabyte.
    func readOnce() -> Data {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(reader, &bytes, bytes.count)
        return Data(bytes.prefix(max(0, count)))
    }
}
