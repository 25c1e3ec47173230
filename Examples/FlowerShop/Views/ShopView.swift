#if canImport(SwiftUI)
    import Combine
    import SwiftUI

    /// What the shop's list shows at the moment.
    @MainActor
    final class ShopModel: ObservableObject {
        @Published private(set) var rows: [ProductRow] = []
        @Published private(set) var buying: Set<String> = []
        @Published var message: String?
        private let shop: Shop

        init(shop: Shop) {
            self.shop = shop
        }

        /// Opens the shop and fills the list.
        func open() async {
            await shop.open()
            await reload()
        }

        /// Buys a product; its button spins meanwhile.
        func buy(_ row: ProductRow) async {
            guard buying.insert(row.id).inserted else { return }
            message = await shop.buy(row.id).message
            buying.remove(row.id)
            await reload()
        }

        /// Restores what was bought elsewhere.
        func restore() async {
            switch await shop.restore() {
            case .success(0): message = "There is nothing to restore."
            case .success: message = "Your purchases are back."
            case .failure(let error): message = error.localizedDescription
            }
            await reload()
        }

        private func reload() async {
            do {
                rows = try await shop.rows()
            } catch {
                message = error.localizedDescription
            }
        }
    }

    /// The list of products with their prices, and the button that restores.
    struct ShopView: View {
        @ObservedObject var model: ShopModel

        var body: some View {
            List {
                ForEach(model.rows) { row in
                    ProductRowView(row: row, isBuying: model.buying.contains(row.id)) {
                        Task { await model.buy(row) }
                    }
                }
                Button("Restore purchases") { Task { await model.restore() } }
            }
            .task { await model.open() }
            .alert(model.message ?? "", isPresented: isShowingMessage) { Button("OK") {} }
        }

        private var isShowingMessage: Binding<Bool> {
            Binding(get: { model.message != nil }, set: { if !$0 { model.message = nil } })
        }
    }

    /// One product: title, description, price, and a button until it is owned.
    struct ProductRowView: View {
        let row: ProductRow
        let isBuying: Bool
        let buy: () -> Void

        var body: some View {
            HStack {
                VStack(alignment: .leading) {
                    Text(row.title).font(.headline)
                    Text(row.description).font(.subheadline)
                    Text(row.isOwned ? "purchased" : row.price).font(.footnote)
                }
                Spacer()
                if isBuying {
                    ProgressView()
                } else if !row.isOwned {
                    Button("Buy", action: buy).buttonStyle(.borderedProminent)
                }
            }
        }
    }
#endif
