import AppStoreModels
import Hummingbird
import LocalAppStore

/// Plays the customer who confirms what an app asks of Advanced Commerce.
struct AdvancedCommerceControlRoutes {
    let context: ControlContext

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("advanced-commerce") { request, _ in
            let order = try AdvancedCommerceOrder(try await request.json(upTo: context.limit))
            let transaction = try confirm(order)
            return JSONAnswer(transaction.json, status: .created)
        }
    }

    private func confirm(_ order: AdvancedCommerceOrder) throws(RequestError) -> StoreTransaction {
        let result = try context.command { () throws(StoreError) -> Result<StoreTransaction, StoreError> in
            do throws(StoreError) {
                return .success(try perform(order))
            } catch {
                guard error.code == .commerceRefused else { throw error }
                return .failure(error)
            }
        }
        switch result {
        case .success(let transaction): return transaction
        case .failure(let error):
            // The number is what the app would see.
            let number = error.appStoreCode.map { " (\($0))" } ?? ""
            throw RequestError(.badRequest, error.code.rawValue, error.reason + number)
        }
    }

    private func perform(_ order: AdvancedCommerceOrder) throws(StoreError) -> StoreTransaction {
        switch order.request {
        case .unsigned(let request):
            try context.store.purchaseAdvancedCommerce(request, productID: order.productID, account: order.account)
        case .signed(let compactJWS):
            try context.store.purchaseAdvancedCommerce(
                compactJWS: compactJWS,
                productID: order.productID,
                account: order.account
            )
        }
    }
}
