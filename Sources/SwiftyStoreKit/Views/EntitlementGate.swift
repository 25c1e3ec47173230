#if canImport(SwiftUI)
    public import SwiftUI

    /// Shows one thing to who has bought, another to who has not, and neither until that is known.
    public struct EntitlementGate<Content: View, Paywall: View>: View {
        @ObservedObject private var model: EntitlementGateModel
        private let content: Content
        private let paywall: Paywall

        /// A gate; it follows what the customer owns as long as it is shown.
        public init(
            _ model: EntitlementGateModel,
            @ViewBuilder content: () -> Content,
            @ViewBuilder paywall: () -> Paywall
        ) {
            self.model = model
            self.content = content()
            self.paywall = paywall()
        }

        public var body: some View {
            Group {
                switch model.state {
                case .notKnownYet: ProgressView()
                case .open: content
                case .closed: paywall
                }
            }
            .task { await model.run() }
        }
    }
#endif
