import Foundation
import Locking

extension PaymentQueueCore {
    /// Shows the consent sheet for each higher price that has no answer, if an app runs and the delegate wants it now.
    ///
    /// An app runs where there is an observer, or somebody who listens to the transactions of StoreKit 2. Called when the first
    /// of them comes, when the app comes to the foreground, and when a price goes up.
    func askAboutPriceIncreases(in device: LocalDevice) {
        guard !observers.isEmpty || !device.transactions.updates.isEmpty else { return }
        device.work.enqueue { [self] in
            // An app that listens to messages decides itself when it is asked.
            guard !device.transactions.showsMessagesItself else { return }
            guard let increases = try? device.session.priceIncreases(), !increases.isEmpty else { return }
            device.deliver { [self] in
                // Who has begun to listen meanwhile is told.
                guard !device.transactions.showsMessagesItself,
                    delegate?.paymentQueueShouldShowPriceConsent(device.queue) ?? true
                else { return }
                show(increases, in: device)
            }
        }
    }

    /// Shows the sheet whatever the delegate says; nothing if no price increase waits for an answer.
    ///
    /// - Parameter subscription: The one to ask about; nil for all.
    func showPriceConsent(of subscription: String? = nil) {
        guard let device else { return }
        device.work.enqueue { [self] in
            guard let increases = try? device.session.priceIncreases() else { return }
            let asked = increases.filter { $0.identifier == subscription ?? $0.identifier }
            device.deliver { [self] in show(asked, in: device) }
        }
    }

    private func show(_ increases: [SessionPriceIncrease], in device: LocalDevice) {
        let settings = device.settings
        guard settings.showsDialogs() else { return }
        for increase in increases {
            let answer = settings.priceConsentSheet(increase.sheet)
            guard answer != .notNow else { continue }
            device.work.enqueue {
                // An answer that the store does not hear leaves the question open: it is asked again later.
                try? device.session.answerPriceIncrease(increase.identifier, accepts: answer == .agree)
            }
        }
    }
}
