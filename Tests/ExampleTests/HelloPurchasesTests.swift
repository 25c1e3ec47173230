import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import Testing

@testable import HelloPurchases

@Suite("Hello, purchases", .timeLimit(.minutes(15)))
struct HelloPurchasesTests {
    @Test("The smallest app sells a greenhouse", .timeLimit(.minutes(15)))
    func sells() async throws {
        let lines = Locked([String]())
        let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/Catalogues/FlowerShop.storekit")
        let device = try LocalDevice(
            store: LocalAppStore(catalogue: catalogue),
            account: "flora",
            identifier: LocalDevice.usualIdentifier,
            callbackQueue: DispatchQueue(label: "HelloPurchases")
        )
        await device.perform {
            await HelloPurchases.sell { line in lines.withLock { $0.append(line) } }
            await SwiftyStoreKit.delivered()
        }
        #expect(lines.withLock { $0.contains("Unlocked \(HelloPurchases.greenhouse)") })
        #expect(lines.withLock { $0.first } == "Greenhouse costs $9.99")
        #expect(lines.withLock { $0.contains("Bought \(HelloPurchases.greenhouse)") })
    }
}
