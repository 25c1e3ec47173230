#if canImport(SwiftUI)
    public import SwiftUI

    /// The button that brings earlier purchases back, and what it brought.
    public struct RestoreButton: View {
        @ObservedObject private var model: RestoreButtonModel

        /// A button.
        public init(_ model: RestoreButtonModel) { self.model = model }

        public var body: some View {
            VStack {
                Button("Restore purchases") { Task { await model.restore() } }.disabled(model.isRestoring)
                if let outcome = model.outcome { Text(outcome.message).font(.footnote) }
            }
        }
    }
#endif
