#if canImport(SwiftUI)
    public import SwiftUI

    /// The subscriptions of a group, with what the choice does to the one that the customer has.
    public struct SubscriptionPicker: View {
        @ObservedObject private var model: SubscriptionPickerModel

        /// A picker; it asks the store when it appears.
        public init(_ model: SubscriptionPickerModel) { self.model = model }

        public var body: some View {
            VStack(alignment: .leading) {
                ForEach(model.cards) { card in
                    Button {
                        Task { await model.select(card.id) }
                    } label: {
                        HStack {
                            Image(systemName: card.id == model.selection ? "largecircle.fill.circle" : "circle")
                            VStack(alignment: .leading) {
                                Text(card.title).font(.headline)
                                Text(card.isOwned == true ? "purchased" : card.terms).font(.footnote)
                            }
                        }
                    }
                    .accessibilityAddTraits(card.id == model.selection ? .isSelected : [])
                }
                if let note = model.note { Text(note).font(.footnote) }
                if model.isBuying {
                    ProgressView()
                } else {
                    Button("Subscribe") { Task { await model.buy() } }.disabled(!model.canBuy)
                }
            }
            .task { try? await model.load() }
        }
    }
#endif
