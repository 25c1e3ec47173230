import Locking

/// A request for what a customer may use, for everybody who asks while it is under way.
struct SharedQuestion: Sendable {
    /// Tells it from others.
    let number: Int
    let answer: Task<Result<CustomerAccess, PurchaseBackendError>, Never>
    /// Who still waits.
    let waiting: Locked<Int>

    /// Somebody does not wait any more; the last one ends it.
    func leave() {
        let left = waiting.withLock { waiting in
            waiting -= 1
            return waiting
        }
        if left == 0 { answer.cancel() }
    }
}

extension PurchaseBackend {
    /// The answer to a request that is under way, or to one that begins now.
    func sharedAnswer() async -> Result<CustomerAccess, PurchaseBackendError> {
        let question = question ?? begin()
        question.waiting.withLock { $0 += 1 }
        return await withTaskCancellationHandler {
            await question.answer.value
        } onCancel: {
            question.leave()
        }
    }

    private func begin() -> SharedQuestion {
        questions += 1
        let number = questions
        let connection = connection(configuration.limits)
        let answer = Task { await self.answer(to: number, connection) }
        let question = SharedQuestion(number: number, answer: answer, waiting: Locked(0))
        self.question = question
        return question
    }

    private func answer(
        to number: Int,
        _ connection: ServerConnection
    ) async -> Result<CustomerAccess, PurchaseBackendError> {
        let result: Result<CustomerAccess, PurchaseBackendError>
        do throws(PurchaseBackendError) { result = .success(try await refresh(connection)) } catch {
            result = .failure(error)
        }
        // Who asks from now on asks anew.
        if question?.number == number { question = nil }
        return result
    }
}
