import Entitlements
import Foundation

extension PurchaseBackend {
    /// Nobody can say who uses the app; the device's purchases are nobody's in particular.
    func deviceAccess() async -> CustomerAccess {
        let date = configuration.now()
        return judge.access(of: "", device: await deviceEntitlements(at: date), at: date)
    }

    /// What the device knows; nil if it cannot say.
    func deviceEntitlements(at date: Date) async -> [Entitlement]? {
        guard !configuration.device.isNothing else { return nil }
        do { return try await configuration.device.entitlements(at: date, rules: configuration.rules) } catch {
            let problem = PurchaseBackendError(
                .deviceFailed,
                "the device's own purchases could not be read (\(error)); look at the receipt and its validator"
            )
            configuration.onProblem(problem)
            return nil
        }
    }
}
