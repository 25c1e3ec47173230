import PurchaseConformance
import SwiftyStoreKit

private func inMemory() async {
    let report = await ConformanceSuite.run(on: FakeHarness())
    print(report.text)
}

private func onAnything(_ harness: some PurchaseHarness) async {
    let report = await ConformanceSuite.run(on: harness)
    print(report.text)
}

#if canImport(Darwin)
    private func onDevice(_ shop: ConformanceShop) async {
        let harness = DeviceHarness(shop: shop) { StoreClient(storeKit: .storeKit2) }
        let report = await ConformanceSuite.run(on: harness)
        print(report.text)
    }
#else
    private func onDevice(_ shop: ConformanceShop, _ device: LocalDevice) async {
        let harness = DeviceHarness(shop: shop) { StoreClient(device: device, storeKit: .storeKit2) }
        let report = await ConformanceSuite.run(on: harness)
        print(report.text)
    }
#endif
