import Foundation
import Locking

extension PaymentQueueCore {
    /// Shows the sheet for offer codes until one is redeemed or the customer closes it.
    func presentCodeRedemption() {
        guard let device else { return }
        device.deliver { [self] in askForCode(refused: [], because: nil, in: device) }
    }

    /// A code that was refused is not sent again: who types it twice has nothing better.
    private func askForCode(refused: Set<String>, because refusal: (any Error)?, in device: LocalDevice) {
        let settings = device.settings
        guard settings.showsDialogs(), let code = settings.codeRedemptionSheet(refusal), !refused.contains(code) else {
            return
        }
        device.work.enqueue { [self] in
            do {
                try device.checkFailure(of: .codeRedemption)
                guard case .purchased(let bought, let deliveries)? = try device.session.redeem(code) else { return }
                device.deliveries.withLock { $0.buy(bought.identifier, with: .storeKit1) }
                arrive([bought], in: device)
                deliverAgain(bought, times: deliveries - 1, in: device)
            } catch {
                let error = OriginalError.error(error)
                device.deliver { [self] in
                    askForCode(refused: refused.union([code]), because: error, in: device)
                }
            }
        }
    }
}
