#if canImport(SwiftUI)
    import SwiftUI
    import SwiftyStoreKit

    /// The shop's only screen: the list of products with their prices, the club, and the button that restores.
    struct ShopView: View {
        @ObservedObject var model: ShopModel

        var body: some View {
            List {
                if let problem = model.problem { Text(problem) }
                ForEach(model.rows) { row in ProductRow(row) }
                Section("Flower Club") { SubscriptionPicker(model.club) }
                RestoreButton(model.restoring)
            }
            .task {
                await model.shop.open()
                await model.reload()
                // What the customer owns changes the rows.
                for await _ in model.shop.client.entitlementChanges { await model.reload() }
            }
        }
    }
#endif
