import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// A code gives a purchase: what strikes purchases strikes it, too.
@Suite("Faults that strike an offer code") struct RedemptionFaultTests {
    private let bench: FaultBench
    private let refusals = Locked([String]())

    init() throws {
        bench = try FaultBench(codeOffers: ["Spring"])
        try bench.store.createCustomCode("SPRING", productID: SampleShop.posy, referenceName: "Spring")
        bench.device.settings.codeRedemptionSheet = { [refusals] refusal in
            if let refusal { refusals.withLock { $0.append(FaultBench.text(refusal)) } }
            return refusal == nil ? "spring" : nil
        }
    }

    private func redeem() -> [String] {
        bench.device.queue.presentCodeRedemptionSheet()
        return bench.news().map { $0.replacingOccurrences(of: "club.", with: "") }
    }

    private func paid(_ account: String = SampleShop.customer) -> [String] {
        bench.store.transactions(account: account).map(\.productID)
    }

    @Test(
        arguments: zip(
            [StoreFault.Kind.offline, .connectionLost, .purchaseFails],
            ["NSURLErrorDomain -1009", "SKErrorDomain 0 above NSCocoaErrorDomain 4097", "SKErrorDomain 0"]
        )
    )
    func `A code that does not reach the store is not used up`(kind: StoreFault.Kind, error: String) throws {
        try bench.store.setFault(StoreFault(kind, times: 1))
        #expect(redeem() == [])
        #expect(refusals.withLock { $0 } == [error])
        #expect(paid() == [])
        #expect(bench.store.faults == [])
        #expect(bench.store.offerCodes.first?.redeemedBy == [])
        #expect(redeem() == ["purchased posy"])
    }

    @Test func `The account that is signed in redeems it`() throws {
        try bench.store.setFault(StoreFault(.accountSwitch, times: 1, parameters: .init(otherAccountID: "iris")))
        #expect(redeem() == ["purchased posy"])
        #expect(paid() == [])
        #expect(paid("iris") == [SampleShop.posy])
        #expect(bench.store.offerCodes.first?.redeemedBy == ["iris"])
        #expect(bench.finishAll() == ["removed club.posy"])
        #expect(bench.store.unfinishedTransactions(account: "iris").isEmpty)
    }

    @Test func `A storefront that changes is charged, and told`() throws {
        let fault = StoreFault(
            .storefrontSwitch,
            times: 1,
            productID: SampleShop.posy,
            parameters: .init(storefront: "DEU")
        )
        try bench.store.setFault(fault)
        #expect(redeem().sorted() == ["purchased posy", "storefront changed"])
        #expect(bench.store.transactions(account: SampleShop.customer).map(\.storefront) == ["DEU"])
    }

    @Test(
        arguments: zip(
            [StoreFault.Kind.chargeThenError, .cancelledAfterSuccess],
            ["SKErrorDomain 0", "SKErrorDomain 2"]
        )
    )
    func `An error after the charge is shown, and the purchase comes later`(kind: StoreFault.Kind, error: String) throws
    {
        try bench.store.setFault(StoreFault(kind, times: 1))
        #expect(redeem() == [])
        #expect(refusals.withLock { $0 } == [error])
        #expect(paid() == [SampleShop.posy])
        #expect(bench.foreground() == ["purchased club.posy"])
    }

    @Test func `A duplicate of it is delivered`() throws {
        try bench.store.setFault(StoreFault(.duplicateDelivery, times: 1))
        #expect(redeem() == ["purchased posy", "purchased posy"])
        #expect(Set(bench.device.queue.transactions.map(\.transactionIdentifier)).count == 1)
    }

    @Test func `A code that the store refuses is no strike`() throws {
        try bench.store.setFault(StoreFault(.purchaseFails, times: 1))
        bench.device.settings.codeRedemptionSheet = { $0 == nil ? "WEED" : nil }
        #expect(redeem() == [])
        #expect(bench.store.faults.count == 1)
    }
}
