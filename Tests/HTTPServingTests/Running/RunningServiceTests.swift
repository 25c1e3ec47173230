import Foundation
import Locking
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A server that runs beside its clients in one process", .timeLimit(.minutes(5)))
struct RunningServiceTests {
    @Test("It answers them although they hold all threads that tasks share")
    func waitingClients() async throws {
        try await SampleServer().running { port in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/hello"))
            let answers = await withTaskGroup(of: String?.self) { tasks in
                for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                    tasks.addTask { Self.ask(url) }
                }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == Array(repeating: "hello", count: answers.count))
        }
    }

    /// Asks and waits without suspension, as StoreKit's first API does.
    private static func ask(_ url: URL) -> String? {
        let answer = Locked<String?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let task = URLSession.shared.dataTask(with: url) { data, _, _ in
            answer.withLock { $0 = data.map { String(decoding: $0, as: UTF8.self) } }
            isDone.signal()
        }
        task.resume()
        // Long enough for a busy machine; without threads of its own the server answers nobody before it is over.
        _ = isDone.wait(timeout: .now() + 60)
        return answer.withLock { $0 }
    }
}
