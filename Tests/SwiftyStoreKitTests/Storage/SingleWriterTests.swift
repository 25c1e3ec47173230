import Locking
import Testing

@testable import SwiftyStoreKit

@Suite("One who writes at a time")
struct SingleWriterTests {
    @Test func `What changes while something is written is written after it, by who writes`() {
        let writer = SingleWriter()
        let newest = Locked(1)
        let written = Locked([Int]())
        let write = {
            let value = newest.withLock { $0 }
            if value == 1 {
                // Somebody else has something newer meanwhile.
                newest.withLock { $0 = 2 }
                writer.write { Issue.record("two write at the same time") }
            }
            written.withLock { $0.append(value) }
        }
        writer.write(write)
        #expect(written.withLock { $0 } == [1, 2])
        newest.withLock { $0 = 3 }
        writer.write(write)
        #expect(written.withLock { $0 } == [1, 2, 3])
    }
}
