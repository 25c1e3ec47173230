/// The running call that a verb returns.
final class CancellableCall: InAppRequest, Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    func start() {}

    func cancel() {
        body()
    }
}
