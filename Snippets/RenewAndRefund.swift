// A subscription renews, is refunded, and the store tells of it: a year passes in a moment.

import Foundation
import LocalAppStore

// snippet.show
let store = try LocalAppStore(catalogue: "Examples/Catalogues/FlowerShop.storekit")
// An observer has heard when each call below returns. A task that listens for long reads `store.events`.
let observation = store.observe { event in
    if let notification = event.notification { print(event.date, notification.type) }
}

try store.createAccount(id: "flora")
try store.buy(productID: "com.example.flowershop.club.bouquet", account: "flora")
try store.advance(months: 12)
if let latest = store.transactions(account: "flora").last {
    try store.refund(transactionID: latest.transactionID)
    print(try store.signedTransaction(latest.transactionID))
}
observation.cancel()
