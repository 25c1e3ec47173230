import Foundation
import Locking

extension PaymentQueueCore {
    /// Shows the consent sheet for each higher price that has no answer, if the delegate wants it now.
    ///
    /// Runs when the first observer comes, when the app comes to the foreground, and when a price goes up.
    func askAboutPriceIncreases(in device: LocalDevice) {
        device.work.enqueue { [self] in
            // An app that listens to messages decides itself when it is asked.
            guard !device.transactions.showsMessagesItself else { return }
            guard let increases = try? device.session.priceIncreases(), !increases.isEmpty else { return }
            device.deliver { [self] in
                guard delegate?.paymentQueueShouldShowPriceConsent(device.queue) ?? true else { return }
                show(increases, in: device)
            }
        }
    }

    /// Shows the sheet whatever the delegate says; nothing if no price increase waits for an answer.
    func showPriceConsent() {
        guard let device else { return }
        device.work.enqueue { [self] in
            guard let increases = try? device.session.priceIncreases() else { return }
            device.deliver { [self] in show(increases, in: device) }
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
