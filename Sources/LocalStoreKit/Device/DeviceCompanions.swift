import Foundation

/// What lives as long as a device, one object of a type.
///
/// An object is made with nothing locked; who asks for the same one meanwhile waits until it is made.
// Sendable is safe: `places` is read and written only between `lock` and `unlock` of `condition`.
final class DeviceCompanions: @unchecked Sendable {
    private enum Place {
        /// Somebody makes it.
        case taken
        case made(any Sendable)
    }

    private let condition = NSCondition()
    private var places: [ObjectIdentifier: Place] = [:]

    /// The object of a type, which is made if there is none; `make` may ask for others, and not for itself.
    func companion<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
        let key = ObjectIdentifier(Companion.self)
        if let made = madeOrTake(key) as? Companion { return made }
        let made = make()
        condition.lock()
        defer { condition.unlock() }
        places[key] = .made(made)
        condition.broadcast()
        return made
    }

    /// What was made; nil if that is for the caller to do.
    private func madeOrTake(_ key: ObjectIdentifier) -> (any Sendable)? {
        condition.lock()
        defer { condition.unlock() }
        while let place = places[key] {
            if case .made(let companion) = place { return companion }
            condition.wait()
        }
        places[key] = .taken
        return nil
    }
}
