// A subscription renews, is refunded, and the store tells of it: a year passes in a moment.

import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration

let catalogue = URL(fileURLWithPath: "Examples/Catalogues/FlowerShop.storekit")
let start = Date(timeIntervalSince1970: 1_780_000_000)
let authority = try CertificateAuthority.make(
    name: "Example",
    validFrom: start.addingTimeInterval(-86_400),
    validUntil: start.addingTimeInterval(10 * 365 * 86_400)
)

// snippet.show
let store = LocalAppStore(
    configuration: try StoreConfiguration(contentsOf: catalogue),
    app: AppIdentity(bundleID: "com.example.flowershop"),
    authority: authority,
    start: start
)
let observation = store.observe { event in
    if let notification = event.notification { print(event.date, notification.type) }
}

try store.createAccount(id: "flora")
try store.buy(productID: "com.example.flowershop.club.bouquet", account: "flora")
try store.advance(by: 365 * 86_400)
if let latest = store.transactions(account: "flora").last {
    try store.refund(transactionID: latest.transactionID)
    print(try store.signedTransaction(latest.transactionID))
}
observation.cancel()
