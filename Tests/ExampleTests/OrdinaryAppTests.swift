#if os(Linux)
    import AppReceipt
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import Locking
    import Testing

    @testable import FlowerShop
    @testable import OrdinaryApp

    /// An app's file that imports StoreKit and nothing else, in Swift 5 mode, as it stands in an app for iPhones.
    @Suite("An app that knows StoreKit alone", .timeLimit(.minutes(15)))
    struct OrdinaryAppTests {
        @Test("It compiles unchanged, lists, buys, and finishes what it bought")
        func buys() async throws {
            let local = try LocalShop.store(at: Date(timeIntervalSince1970: 1_780_000_000))
            try local.createAccount(id: "ada")
            let device = try LocalDevice(
                store: local,
                account: "ada",
                identifier: try DeviceIdentifier("6E1B2A54-9D3C-4F0E-8A77-C2B5D0E91F38"),
                callbackQueue: DispatchQueue(label: "OrdinaryApp")
            )
            let greenhouse = "com.example.flowershop.greenhouse"
            let said = AsyncStream<String>.makeStream()
            device.perform {
                let app = Store()
                app.onChange = { [app] state in
                    switch state {
                    case .ready(let products):
                        said.continuation.yield(products.map { app.price(of: $0) ?? "?" }.joined(separator: ", "))
                        products.first.map(app.buy)
                    case .purchased(let identifier): said.continuation.yield("bought \(identifier)")
                    case .failed(let error): said.continuation.yield("failed \(String(describing: error))")
                    }
                }
                app.start()
                app.load([greenhouse, "no.such.product"])
            }
            var heard = said.stream.makeAsyncIterator()
            #expect(await heard.next() == "$9.99")
            #expect(await heard.next() == "bought \(greenhouse)")
            #expect(local.transactions(account: "ada").map(\.productID) == [greenhouse])
        }
    }
#endif
