import AppStoreModels
import Foundation

extension StoreEngine {
    /// A notification that is about to be made, with what goes wrong on its way, and the faults in force after they struck;
    /// nil for those if none did.
    ///
    /// What happens is decided here, with the event, so that it is written down with it: the same commands on the same seed
    /// lose the same notifications, also after a crash.
    func faulty(
        _ notification: StoreNotification?,
        account: String?,
        product: String?
    ) -> (StoreNotification?, FaultState?) {
        guard var notification, !faultState.faults.isEmpty else { return (notification, nil) }
        var state = faultState
        var mishap = NotificationMishap()
        for kind in StoreFault.Kind.ofNotifications {
            let candidate = state.faults.first { fault in
                fault.kind == kind && fault.fits(account: account ?? "", product: product)
            }
            guard let fault = candidate, strikes(fault) else { continue }
            mishap.add(fault)
            if let index = state.faults.firstIndex(where: { $0.id == fault.id }) { state.countDown(index) }
        }
        guard mishap != NotificationMishap() else { return (notification, nil) }
        notification.mishap = mishap
        return (notification, state)
    }

    /// Whether a fault with a rate strikes the next event; the seed decides.
    private func strikes(_ fault: StoreFault) -> Bool {
        guard let rate = fault.parameters.rate else { return true }
        var noise = ReceiptNoise(seed: identifiers.seed, text: "fault \(fault.id) at event \(eventCount + 1)")
        let number = noise.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(number) < rate * 4_294_967_296
    }
}

extension NotificationMishap {
    fileprivate mutating func add(_ fault: StoreFault) {
        let parameters = fault.parameters
        switch fault.kind {
        case .notificationLost:
            lostAttempts = parameters.attempts ?? .max
            lostResult = parameters.result ?? "TIMED_OUT"
        case .notificationLate: delay = parameters.seconds
        case .notificationDuplicated: isDuplicated = true
        case .notificationOvertaken: isOvertaken = true
        case .notificationMisdated: dateShift = parameters.seconds
        default: break
        }
    }
}
