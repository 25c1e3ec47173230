import StoreKit
import StoreKitTest
import XCTest

@testable import OrdinaryApp

final class StoreTests: XCTestCase {
    private let greenhouse = "com.example.flowershop.greenhouse"

    func testAGreenhouseIsSold() throws {
        let session = try SKTestSession(configurationFileNamed: "FlowerShop")
        session.resetToDefaultState()
        session.clearTransactions()
        session.disableDialogs = true

        let store = Store()
        let listed = expectation(description: "the product is listed")
        let bought = expectation(description: "the product is bought")
        store.onChange = { [store, greenhouse] state in
            switch state {
            case .ready(let products):
                XCTAssertEqual(products.map(\.productIdentifier), [greenhouse])
                XCTAssertEqual(products.first.flatMap(store.price), "$9.99")
                listed.fulfill()
                products.first.map(store.buy)
            case .purchased(let identifier):
                XCTAssertEqual(identifier, greenhouse)
                bought.fulfill()
            case .failed(let error): XCTFail("\(String(describing: error))")
            }
        }
        store.start()
        store.load([greenhouse])
        wait(for: [listed, bought], timeout: 30)

        XCTAssertEqual(session.allTransactions().map(\.productIdentifier), [greenhouse])
        XCTAssertEqual(SKPaymentQueue.default().transactions.count, 0)
    }
}
