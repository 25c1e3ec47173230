import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("Requests")
struct RequestTests {
    let bench = Bench()

    private final class Delegate: NSObject, SKProductsRequestDelegate {
        var log: [String] = []

        func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
            let found = response.products.map(\.productIdentifier).joined(separator: ",")
            log.append("received \(found); invalid \(response.invalidProductIdentifiers.joined(separator: ","))")
        }

        func requestDidFinish(_ request: SKRequest) { log.append("finished") }

        func request(_ request: SKRequest, didFailWithError error: any Error) {
            log.append("failed \((error as? SKError).map { "\($0.code.rawValue)" } ?? "\(error)")")
        }
    }

    private let delegate = Delegate()

    private func start(_ request: SKRequest) {
        if let products = request as? SKProductsRequest {
            products.delegate = delegate
        } else {
            request.delegate = delegate
        }
        bench.device.perform { request.start() }
    }

    @Test("P1, P3: Products and unknown identifiers arrive, then the end; nothing inside start")
    func products() {
        let request = SKProductsRequest(productIdentifiers: ["rose", "weed"])
        start(request)
        #expect(delegate.log.isEmpty)
        bench.queue.run()
        #expect(delegate.log == ["received rose; invalid weed", "finished"])
    }

    @Test("P1: A failed request does not finish")
    func failure() {
        bench.session.set { $0.productsError = SKError(.unknown) }
        let request = SKProductsRequest(productIdentifiers: ["rose"])
        start(request)
        bench.queue.run()
        #expect(delegate.log == ["failed 0"])
    }

    @Test("P2: A cancelled request is silent, at whatever moment", arguments: 0...2)
    func cancelling(steps: Int) {
        let request = SKProductsRequest(productIdentifiers: ["rose"])
        start(request)
        for _ in 0..<steps where steps < 2 { bench.queue.step() }
        request.cancel()
        bench.queue.run()
        #expect(delegate.log.isEmpty)
    }

    @Test("P1: A request that nobody keeps answers, and is gone after that", arguments: [false, true])
    func released(isCancelled: Bool) {
        weak var released: SKRequest?
        do {
            let request = SKProductsRequest(productIdentifiers: ["rose"])
            released = request
            start(request)
        }
        #expect(released != nil)
        if isCancelled { released?.cancel() }
        bench.queue.run()
        #expect(delegate.log == (isCancelled ? [] : ["received rose; invalid ", "finished"]))
        #expect(released == nil)
    }

    @Test("A running request does not start twice; an ended one starts again")
    func restart() {
        let request = SKProductsRequest(productIdentifiers: ["rose"])
        start(request)
        start(request)
        bench.queue.run()
        #expect(delegate.log.count == 2)
        start(request)
        bench.queue.run()
        #expect(delegate.log.count == 4)
    }

    @Test("The delegate has the narrow type on a products request and the wide one on its base")
    func delegates() {
        let request = SKProductsRequest(productIdentifiers: [])
        request.delegate = delegate
        let narrow: (any SKProductsRequestDelegate)? = request.delegate
        let wide: (any SKRequestDelegate)? = (request as SKRequest).delegate
        #expect(narrow === delegate)
        #expect(wide === delegate)
    }

    @Test("P6: A receipt refresh writes the receipt; the same one again if nothing changed")
    func refresh() {
        let request = SKReceiptRefreshRequest()
        start(request)
        bench.queue.run()
        #expect(delegate.log == ["finished"])
        #expect(bench.receipt == "receipt 1")
        #expect(request.receiptProperties == nil)
    }

    @Test("P6: A refresh fails if the customer does not sign in or the receipt cannot be made")
    func refreshFailures() {
        bench.device.settings.signsIn = false
        let request = SKReceiptRefreshRequest(receiptProperties: [SKReceiptPropertyIsExpired: true])
        start(request)
        bench.queue.run()
        bench.device.settings.signsIn = true
        bench.session.set { $0.receiptError = SKError(.clientInvalid) }
        start(request)
        bench.queue.run()
        #expect(delegate.log == ["failed 2", "failed 1"])
        #expect(bench.receipt == nil)
    }
}
