import Foundation
import LocalStoreKit
import Locking
import Testing

@testable import HelloPurchases

@Suite("Hello, purchases", .timeLimit(.minutes(15)))
struct HelloPurchasesTests {
    @Test("The smallest app sells a greenhouse", .timeLimit(.minutes(15)))
    func sells() async throws {
        let lines = Locked([String]())
        let device = try HelloPurchases.localDevice()
        await device.perform {
            await HelloPurchases.sell { line in lines.withLock { $0.append(line) } }
            while !lines.withLock({ $0.contains("Unlocked \(HelloPurchases.greenhouse)") }) { await Task.yield() }
        }
        #expect(lines.withLock { $0.first } == "Greenhouse costs $9.99")
        #expect(lines.withLock { $0.contains("Bought \(HelloPurchases.greenhouse)") })
    }
}
