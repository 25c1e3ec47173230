import Foundation
import LocalStoreKit
import Locking

@testable import SwiftyStoreKit

/// Holds up what a client asks of StoreKit 2, as a slow store or a busy device does.
final class StoreKit2Gate: Sendable {
    /// Where a piece of work is held up.
    enum Place: Sendable {
        case before, after
    }

    private let state = Locked(State())

    private struct State: Sendable {
        var place: Place?
        var waiting: [CheckedContinuation<Void, Never>] = []
        var held = 0
        var asked = 0
        var onSleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    }

    /// How many pieces of work were held up.
    var held: Int { state.withLock { $0.held } }

    /// How many pieces of work were asked for. The first is the look at what earlier launches left.
    var asked: Int { state.withLock { $0.asked } }

    /// The piece of work that is asked for next is held up, before or after it is done; what follows it is not.
    func holdNext(_ place: Place) { state.withLock { $0.place = place } }

    /// What the client does when it wants to sleep.
    func whenSleeping(_ body: @escaping @Sendable (TimeInterval) async throws -> Void) {
        state.withLock { $0.onSleep = body }
    }

    /// What is held up goes on.
    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func pass(_ place: Place, _ held: Place?) async {
        guard place == held else { return }
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting.append(continuation)
                state.held += 1
            }
        }
    }

    /// A client of a device on StoreKit 2.
    func client(_ device: LocalDevice, storage: any KeyValueStorage) -> StoreClient {
        let context = StoreKit2Context(
            run: { [self] work in
                let held = state.withLock { state in
                    defer { (state.place, state.asked) = (nil, state.asked + 1) }
                    return state.place
                }
                return device.perform {
                    Task {
                        await self.pass(.before, held)
                        await work()
                        await self.pass(.after, held)
                    }
                }
            },
            enter: { device.perform($0) },
            queue: { device.queue },
            tellTime: { device.tellHeardStoreTime($0) },
            sleep: { [self] seconds in
                let onSleep = state.withLock { $0.onSleep }
                try await onSleep(seconds)
            }
        )
        let services = StoreServices.storeKit(
            receipt: { try? Data(contentsOf: device.receiptURL) },
            now: { device.storeTime },
            storage: storage
        )
        return StoreClient(
            backend: StoreKit2Backend(context),
            services: services.onStoreKit2(context),
            context: context,
            callbacks: CallbackQueue { device.deliver($0) }
        )
    }
}
