import Foundation

/// A storage in a process of its own, which this program starts from its own file.
struct StorageWorker: Sendable {
    /// The argument by which a process knows that it is one.
    static let argument = "worker"

    let place: String
    let tasks: Int
    let seconds: Int
    let customers: Int
    /// To how much of a processor each process is held; nil for as much as it gets.
    var processors: Double?
    private var index = 0
    private var share: ProcessorShare?

    /// What a process was told by its arguments; nil if it is no worker.
    init?(_ arguments: [String]) {
        guard arguments.count >= 7, arguments[1] == Self.argument, let tasks = Int(arguments[3]),
            let seconds = Int(arguments[4]), let customers = Int(arguments[5]), let index = Int(arguments[6])
        else { return nil }
        self.init(place: arguments[2], tasks: tasks, seconds: seconds, customers: customers)
        self.index = index
        share = arguments.dropFirst(7).first.map { ProcessorShare(folder: URL(fileURLWithPath: $0)) }
    }

    init(place: String, tasks: Int, seconds: Int, customers: Int) {
        (self.place, self.tasks, self.seconds, self.customers) = (place, tasks, seconds, customers)
    }

    /// Does the work in this process.
    ///
    /// - Returns: Durable notifications a second.
    func work() async throws -> Double {
        let storage = try StorageContender(place)
        try share?.join()
        return try await storage.notify(tasks: tasks, seconds: seconds, customers: customers, index: index)
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
        let share = try processors.map { try ProcessorShare($0) }
        defer { share?.remove() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [Self.argument, place, "\(tasks)", "\(seconds)", "\(customers)", "\(index)"]
        if let share { process.arguments?.append(share.folder.path) }
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
