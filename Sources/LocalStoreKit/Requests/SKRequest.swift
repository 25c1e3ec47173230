public import Foundation
import Locking

/// Gives a request its delegate.
///
/// `SKProductsRequest` has a delegate of a narrower type than `SKRequest`, which Swift refuses for two overriding
/// properties. One that comes from a protocol's extension is hidden, not overridden.
public protocol SKRequestDelegating: AnyObject {}

extension SKRequestDelegating where Self: SKRequest {
    /// Who hears how the request ends; not retained.
    public var delegate: (any SKRequestDelegate)? {
        get { delegateStorage }
        set { delegateStorage = newValue }
    }
}

/// Something asked of the store; the base of the others.
///
/// A request that was started lives until it has ended or was cancelled; its delegate, which it does not keep, is called on
/// the device's callback queue.
open class SKRequest: NSObject, SKRequestDelegating {
    final weak var delegateStorage: (any SKRequestDelegate)?
    private let running = Locked(RequestRun?.none)

    /// A request that does nothing; use a subclass.
    public override init() {
        super.init()
    }

    /// Sends the request; a running one goes on.
    open func start() {
        let run = RequestRun(self)
        let isFirst = running.withLock { running in
            guard running == nil else { return false }
            running = run
            return true
        }
        guard isFirst else { return }
        Self.perform(work, for: run, on: LocalDevice.inUse)
    }

    private static func perform(
        _ work: @escaping @Sendable (LocalDevice) throws -> RequestAnswer,
        for run: RequestRun,
        on device: LocalDevice
    ) {
        device.work.enqueue {
            let answer = Result { try work(device) }
            if case .success(.later(let seconds, let rest)) = answer {
                device.settings.pause(seconds) { perform(rest, for: run, on: device) }
            } else {
                device.deliver { run.end { $0.receive(answer) } }
            }
        }
    }

    /// Ends the request; its delegate is not called any more.
    open func cancel() {
        end()?.cancel()
    }

    /// What the request asks, off the callback queue.
    var work: @Sendable (LocalDevice) throws -> RequestAnswer { { _ in .done } }

    private func receive(_ answer: Result<RequestAnswer, any Error>) {
        _ = end()
        switch answer {
        case .success(let answer):
            announce(answer)
            delegateStorage?.requestDidFinish(self)
        case .failure(let error):
            delegateStorage?.request(self, didFailWithError: OriginalError.error(error))
        }
    }

    private func end() -> RequestRun? {
        running.withLock { running in
            defer { running = nil }
            return running
        }
    }

    /// Tells the delegate what came, just before it hears that the request is done.
    func announce(_ answer: RequestAnswer) {}
}
