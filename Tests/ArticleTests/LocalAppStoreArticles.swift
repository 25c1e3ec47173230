import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

private func sell(_ device: DeviceIdentifier) throws -> Data {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")  // path or URL; all else has defaults
    try store.createAccount(id: "flora")
    try store.buy(productID: "com.example.flowershop.club.posy", account: "flora")
    try store.advance(days: 30)
    let receipt = try store.receipt(account: "flora", device: device)
    return receipt
}

private func open(_ catalogueURL: URL, _ folder: URL, _ date: Date) throws -> LocalAppStore {
    let configuration = try StoreConfiguration(contentsOf: catalogueURL)
    let app = StoreApp(bundleID: "com.example.flowershop", version: "1")
    let store = try LocalAppStore.open(folder: folder, configuration: configuration, app: app, start: date, seed: 1)
    return store
}

private func begin(_ device: DeviceIdentifier) throws -> Data {
    let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    try store.createAccount(id: "flora")
    try store.buy(productID: "com.example.flowershop.club.posy", account: "flora")
    try store.advance(months: 12)
    let receipt = try store.receipt(account: "flora", device: device)
    return receipt
}

private func watch(_ store: LocalAppStore) async {
    for await event in store.events { print(event.date, event) }
}

private func fail(_ store: LocalAppStore) throws {
    try store.setFault(StoreFault(.chargeThenError, times: 1, productID: "shop.posy"))
}

private func report(_ store: LocalAppStore) throws {
    let report = try store.cause(NotificationCause(.refund, account: "flora"))
    print(report.steps)  // bought com.example.seeds, refunded 1000000000000002
}

private func imitate(_ store: LocalAppStore) throws {
    try store.setFault(StoreFault.KnownBug.cancelledAfterSuccess.fault(times: 1))
}
