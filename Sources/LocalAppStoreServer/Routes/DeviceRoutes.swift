import AppReceipt
import Foundation
import Hummingbird
import LocalAppStore
import NIOCore
import NIOFoundationCompat

/// What a device with the app needs of the store; the other end is `LocalStoreKit` in another process.
///
/// Every message has the account in it, and a device reaches nothing that belongs to another account.
struct DeviceRoutes {
    let context: ControlContext
    let realTime: RealTime

    var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addBuying(to: group)
        addQueue(to: group)
        addStoreKit2(to: group)
        addEvents(to: group)
    }

    private func addBuying(to group: RouterGroup<BasicRequestContext>) {
        group.post("customer") { request, _ in
            let hello = try await message(DeviceMessages.Hello.self, from: request)
            return try reply(
                try context.command { () throws(StoreError) in
                    try store.deviceSignIn(hello.account)
                    let customer = try store.deviceCustomer(hello.account)
                    return DeviceMessages.Customer(account: customer.account, now: customer.now)
                }
            )
        }
        group.post("start") { request, _ in
            let wanted = try await message(DeviceMessages.Start.self, from: request)
            return try reply(
                try context.command { () throws(StoreError) in
                    DeviceMessages.Started(
                        start: try store.deviceStart(
                            wanted.operation,
                            account: wanted.account,
                            product: wanted.productID
                        ),
                        account: try store.deviceCustomer(wanted.account).account
                    )
                }
            )
        }
        group.post("products") { request, _ in
            let wanted = try await message(DeviceMessages.ProductsRequest.self, from: request)
            let items = try context.command { () throws(StoreError) in
                try store.deviceProducts(wanted.productIDs, account: wanted.account)
            }
            return try reply(DeviceMessages.Products(items: items, locale: store.settings.locale))
        }
        group.post("purchases") { request, _ in
            let purchase = try await message(PurchaseRequest.self, from: request)
            let made = try context.command { () throws(StoreError) in try store.devicePurchase(purchase) }
            return try reply(DeviceMessages.Purchase(made))
        }
        group.post("codes") { request, _ in
            let redemption = try await message(DeviceMessages.Redemption.self, from: request)
            let made = try context.command { () throws(StoreError) in
                try store.deviceRedeem(redemption.code, account: redemption.account)
            }
            return try reply(DeviceMessages.Purchase(made))
        }
        group.post("purchase-intents") { request, _ in
            let hello = try await message(DeviceMessages.Hello.self, from: request)
            let begun = try context.command { () throws(StoreError) in
                try store.deviceTakePurchaseIntents(account: hello.account)
            }
            return try reply(DeviceMessages.PurchaseIntents(begun))
        }
        group.post("price-answers") { request, _ in
            let answer = try await message(DeviceMessages.PriceAnswer.self, from: request)
            try context.command { () throws(StoreError) in
                let subscription = try store.subscription(answer.originalTransactionID)
                try check(subscription.accountID, answer.account, .unknownSubscription)
                try store.answerPriceIncrease(
                    originalTransactionID: answer.originalTransactionID,
                    accepts: answer.accepts
                )
            }
            return try reply(DeviceMessages.Subscriptions(subscriptions: []))
        }
    }

    private func addQueue(to group: RouterGroup<BasicRequestContext>) {
        group.post("unfinished") { request, _ in
            let hello = try await message(DeviceMessages.Hello.self, from: request)
            let transactions = try context.command { () throws(StoreError) in
                try store.deviceUnfinished(account: try store.account(hello.account).id)
            }
            return try reply(transactionsWithOriginals(transactions))
        }
        group.post("restore") { request, _ in
            let wish = try await message(DeviceMessages.Restore.self, from: request)
            let copies = try context.command { () throws(StoreError) in
                try store.deviceRestore(account: wish.account, applicationUsername: wish.applicationUsername)
            }
            return try reply(transactionsWithOriginals(copies))
        }
        group.post("finish") { request, _ in
            let finish = try await message(DeviceMessages.Finish.self, from: request)
            try context.command { () throws(StoreError) in
                let transaction = try store.transaction(finish.transactionID)
                if !store.deviceMayVisit(transaction.accountID) {
                    try check(transaction.accountID, finish.account, .unknownTransaction)
                }
                try store.deviceFinish(finish.transactionID, account: finish.account)
            }
            return try reply(DeviceMessages.Transactions([]))
        }
        group.post("receipt") { request, _ in
            let wanted = try await message(DeviceMessages.ReceiptRequest.self, from: request)
            guard let device = try? DeviceIdentifier(bytes: Array(wanted.device)) else {
                throw RequestError.invalidBody("device must be the base64 of 6 or 16 bytes that are not all zero")
            }
            let receipt = try context.command { () throws(StoreError) in
                try store.deviceReceipt(
                    account: wanted.account,
                    device: device,
                    properties: wanted.properties ?? ReceiptProperties()
                )
            }
            return try reply(DeviceMessages.Receipt(receipt: receipt))
        }
        group.post("subscriptions") { request, _ in
            let hello = try await message(DeviceMessages.Hello.self, from: request)
            let subscriptions = try context.command { () throws(StoreError) in
                store.subscriptions(account: store.deviceAccount(try store.account(hello.account).id))
            }
            return try reply(DeviceMessages.Subscriptions(subscriptions: subscriptions))
        }
        group.post("attempts") { request, _ in
            let hello = try await message(DeviceMessages.Hello.self, from: request)
            let attempts = try context.command { () throws(StoreError) in
                let account = try store.account(hello.account).id
                return store.attempts.filter { $0.request.accountID == account }
            }
            return try reply(DeviceMessages.Attempts(attempts: attempts))
        }
    }

    private func addEvents(to group: RouterGroup<BasicRequestContext>) {
        group.post("events") { request, _ in
            let wanted = try await message(DeviceMessages.EventsRequest.self, from: request)
            // Not asked whether the account exists: its device may be about to make it, also after a restored snapshot.
            let events = DeviceEvents(store: store, history: context.events, realTime: realTime)
            return try reply(await events.next(wanted))
        }
    }

    private func transactionsWithOriginals(_ transactions: [StoreTransaction]) -> DeviceMessages.Transactions {
        let originals = transactions.compactMap(\.restoredTransactionID).compactMap { try? store.transaction($0) }
        return DeviceMessages.Transactions(transactions, originals: originals)
    }

    /// What belongs to another account does not exist for this one.
    func check(_ owner: String, _ account: String, _ code: StoreError.Code) throws(StoreError) {
        guard owner == account else { throw StoreError(code, "the account \"\(account)\" has no such record") }
    }

    func message<Message: Decodable>(_ type: Message.Type, from request: Request) async throws -> Message {
        let bytes = try await request.bytes(upTo: context.limit)
        do {
            return try DeviceMessages.message(type, from: Data(buffer: bytes))
        } catch {
            throw RequestError.invalidBody("the body is no message of a device: \(error)")
        }
    }

    func reply(_ message: some Encodable) throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(data: try DeviceMessages.data(message)))
        )
    }
}
