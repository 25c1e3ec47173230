import Foundation
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SimulatedErrorTests {
    let bench: TestBench

    init() throws { bench = try TestBench() }

    @Test func `Loading products fails, until it is told not to`() async throws {
        let session = bench.session
        try await session.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))),
            forAPI: .loadProducts
        )
        #expect(
            await session.simulatedError(forAPI: .loadProducts)
                == .generic(.networkError(URLError(.notConnectedToInternet)))
        )
        let listener = RequestListener()
        load(listener)
        #expect((listener.errors.first as? URLError)?.code == .notConnectedToInternet)
        #expect(listener.products == nil)
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        load(listener)
        #expect(listener.products == [SampleShop.seeds])
        #expect(listener.errors.count == 1)
    }

    @Test(arguments: [
        (SKTestFailures.Purchase.generic(.unknown), SKError.Code.unknown),
        (.generic(.userCancelled), .paymentCancelled), (.generic(.notAvailableInStorefront), .storeProductNotAvailable),
        (.generic(.notEntitled), .clientInvalid), (.generic(.unsupported), .unknown),
        (.purchase(.invalidQuantity), .paymentInvalid), (.purchase(.productUnavailable), .storeProductNotAvailable),
        (.purchase(.purchaseNotAllowed), .paymentNotAllowed), (.purchase(.ineligibleForOffer), .ineligibleForOffer),
        (.purchase(.invalidOfferIdentifier), .invalidOfferIdentifier),
        (.purchase(.invalidOfferPrice), .invalidOfferPrice), (.purchase(.invalidOfferSignature), .invalidSignature),
        (.purchase(.missingOfferParameters), .missingOfferParams),
    ])
    func `A purchase fails with the code that means the same`(
        failure: SKTestFailures.Purchase,
        code: SKError.Code
    ) async throws {
        try await bench.session.setSimulatedError(failure, forAPI: .purchase)
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "failed seeds"])
        #expect((bench.app.errors.first as? SKError)?.code == code)
        try await bench.session.setSimulatedError(nil, forAPI: .purchase)
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "purchased seeds"])
    }

    @Test func `Sync lets a restore and a receipt refresh fail`() async throws {
        try await bench.session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
        bench.session.device.perform { SKPaymentQueue.default().restoreCompletedTransactions() }
        bench.queue.run()
        #expect(bench.heard() == ["restore failed"])
        #expect((bench.app.errors.first as? SKError)?.code == .paymentCancelled)
        let listener = RequestListener()
        let request = SKReceiptRefreshRequest()
        request.delegate = listener
        bench.session.device.perform { request.start() }
        bench.queue.run()
        #expect((listener.errors.first as? SKError)?.code == .paymentCancelled)
    }

    private func load(_ listener: RequestListener) {
        let request = SKProductsRequest(productIdentifiers: [SampleShop.seeds])
        request.delegate = listener
        bench.session.device.perform { request.start() }
        bench.queue.run()
    }
}

private final class RequestListener: NSObject, SKProductsRequestDelegate {
    private(set) var products: [String]?
    private(set) var errors: [any Error] = []

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products.map(\.productIdentifier)
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) { errors.append(error) }
}
