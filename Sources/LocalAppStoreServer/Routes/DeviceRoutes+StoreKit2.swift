import Foundation
import Hummingbird
import LocalAppStore

extension DeviceRoutes {
    /// What StoreKit 2 on a device needs besides.
    func addStoreKit2(to group: RouterGroup<BasicRequestContext>) {
        addSigned(to: group)
        addSheets(to: group)
        addBeyondTheCatalogue(to: group)
    }

    private func addSigned(to group: RouterGroup<BasicRequestContext>) {
        group.post("trust") { request, _ in
            _ = try await message(DeviceMessages.Hello.self, from: request)
            return try reply(store.deviceTrust)
        }
        group.post("transactions") { request, _ in
            let wanted = try await message(DeviceMessages.TransactionsRequest.self, from: request)
            let transactions = try context.command { () throws(StoreError) in
                try store.deviceTransactions(
                    wanted.selection,
                    account: try store.account(wanted.account).id,
                    device: wanted.device
                )
            }
            return try reply(DeviceMessages.SignedTransactions(transactions: transactions))
        }
        group.post("statuses") { request, _ in
            let wanted = try await message(DeviceMessages.StatusesRequest.self, from: request)
            let statuses = try context.command { () throws(StoreError) in
                _ = try store.account(wanted.account)
                return try store.deviceStatuses(wanted)
            }
            return try reply(statuses)
        }
        group.post("app-transaction") { request, _ in
            let wanted = try await message(DeviceMessages.AppTransactionRequest.self, from: request)
            let jws = try context.command { () throws(StoreError) in
                try store.deviceAppTransaction(account: wanted.account, device: wanted.device)
            }
            return try reply(DeviceMessages.AppTransaction(jws: jws))
        }
    }

    /// What the customer does on the App Store's own sheets.
    private func addSheets(to group: RouterGroup<BasicRequestContext>) {
        group.post("refunds") { request, _ in
            let wish = try await message(DeviceMessages.RefundWish.self, from: request)
            try context.command { () throws(StoreError) in try store.deviceRequestRefund(wish) }
            return try reply(DeviceMessages.Transactions([]))
        }
        group.post("subscription-changes") { request, _ in
            let change = try await message(DeviceMessages.SubscriptionChange.self, from: request)
            try context.command { () throws(StoreError) in try store.deviceChangeSubscription(change) }
            return try reply(DeviceMessages.Subscriptions(subscriptions: []))
        }
    }

    /// What leads out of the catalogue.
    private func addBeyondTheCatalogue(to group: RouterGroup<BasicRequestContext>) {
        group.post("commerce-orders") { request, _ in
            let order = try await message(DeviceMessages.CommerceOrder.self, from: request)
            return try reply(try context.command { () throws(StoreError) in try store.deviceOrderCommerce(order) })
        }
        group.post("external-tokens") { request, _ in
            let wanted = try await message(DeviceMessages.ExternalTokenRequest.self, from: request)
            return try reply(try context.command { () throws(StoreError) in try store.deviceExternalToken(wanted) })
        }
    }
}
