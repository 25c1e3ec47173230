#if canImport(SwiftUI)
    public import SwiftUI

    /// A product with its title, what it is, its terms, and a button until it is owned.
    public struct ProductRow: View {
        @ObservedObject private var model: ProductRowModel

        /// A row.
        public init(_ model: ProductRowModel) { self.model = model }

        public var body: some View {
            HStack {
                VStack(alignment: .leading) {
                    Text(model.card.title).font(.headline)
                    Text(model.card.description).font(.subheadline)
                    Text(model.status).font(.footnote)
                }
                Spacer()
                if model.isBuying {
                    ProgressView()
                } else if model.card.isOwned != true {
                    Button("Buy") { Task { await model.buy() } }.disabled(!model.canBuy)
                }
            }
        }
    }
#endif
