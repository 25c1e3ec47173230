import Foundation
import Locking

extension FileHandle {
    /// The lines that arrive, until the writer closes.
    var lines: AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let rest = Locked(Data())
        readabilityHandler = { handle in
            let chunk = handle.availableData
            let lines: [String] = rest.withLock { rest in
                rest += chunk
                let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Data(parts.last ?? Data())
                return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
            }
            for line in lines { continuation.yield(line) }
            if chunk.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
        return stream
    }
}
