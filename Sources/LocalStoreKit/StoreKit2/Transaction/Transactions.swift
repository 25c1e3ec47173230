extension Transaction {
    /// Transactions as an asynchronous sequence.
    public struct Transactions: AsyncSequence, Sendable {
        /// A transaction, and whether it is verified.
        public typealias Element = VerificationResult<Transaction>
        /// It cannot fail: what the store cannot say is not there.
        public typealias Failure = Never

        let source: Source
        let device: LocalDevice?

        /// Where the transactions come from.
        enum Source: Sendable {
            /// What the store has when it is asked.
            case snapshot(TransactionSelection)
            /// What happens.
            case updates
        }

        /// Gives one transaction after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A transaction, and whether it is verified.
            public typealias Element = VerificationResult<Transaction>
            /// It cannot fail.
            public typealias Failure = Never

            enum State {
                case waiting(TransactionSelection, LocalDevice)
                case rest(ArraySlice<Element>)
                case listener(Listener<ToldTransaction>)
            }

            var state: State

            /// The next transaction; nil after the last one, or when the task was cancelled.
            @concurrent public mutating func next() async -> VerificationResult<Transaction>? {
                if case .waiting(let selection, let device) = state {
                    state = .rest(((try? await device.transactions(selection)) ?? [])[...])
                }
                switch state {
                case .listener(let listener): return await listener.next()?.result
                case .rest(var rest):
                    let element = rest.popFirst()
                    state = .rest(rest)
                    return element
                case .waiting: return nil
                }
            }
        }

        /// Begins to look; what happens is heard of from now on.
        public func makeAsyncIterator() -> Transaction.Transactions.AsyncIterator {
            let device = device ?? LocalDevice.inUse
            switch source {
            case .snapshot(let selection): return AsyncIterator(state: .waiting(selection, device))
            case .updates: return AsyncIterator(state: .listener(device.transactions.listen(in: device)))
            }
        }
    }
}
