import Foundation

/// A storage in a process of its own, which this program starts from its own file.
struct StorageWorker: Sendable {
    /// The argument by which a process knows that it is one.
    static let argument = "worker"

    let place: String
    let tasks: Int
    let seconds: Int
    let customers: Int
    var index = 0

    /// What a process was told by its arguments; nil if it is no worker.
    init?(_ arguments: [String]) {
        guard arguments.count == 7, arguments[1] == Self.argument, let tasks = Int(arguments[3]),
            let seconds = Int(arguments[4]), let customers = Int(arguments[5]), let index = Int(arguments[6])
        else { return nil }
        self.init(place: arguments[2], tasks: tasks, seconds: seconds, customers: customers)
        self.index = index
    }

    init(place: String, tasks: Int, seconds: Int, customers: Int) {
        (self.place, self.tasks, self.seconds, self.customers) = (place, tasks, seconds, customers)
    }

    /// Does the work in this process.
    ///
    /// - Returns: Durable notifications a second.
    func work() async throws -> Double {
        try await StorageContender(place).notify(tasks: tasks, seconds: seconds, customers: customers, index: index)
    }

    /// Does it in this many processes at once.
    ///
    /// - Returns: Durable notifications a second, all together.
    func work(inProcesses count: Int) async throws -> Double {
        try await withThrowingTaskGroup(of: Double.self) { group in
            for index in 0..<count { group.addTask { try await start(index) } }
            return try await group.reduce(0, +)
        }
    }

    private func start(_ index: Int) async throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [Self.argument, place, "\(tasks)", "\(seconds)", "\(customers)", "\(index)"]
        let output = Pipe()
        process.standardOutput = output
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                guard process.terminationStatus == 0,
                    let rate = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
                else { return continuation.resume(throwing: BenchmarkError(description: "a process failed: \(text)")) }
                continuation.resume(returning: rate)
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
