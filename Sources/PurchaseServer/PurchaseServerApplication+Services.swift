import Foundation
import Logging
import ServiceLifecycle

extension PurchaseServerApplication {
    /// What the server does by itself while it listens.
    var services: [any Service] {
        var services: [any Service] = []
        if let interval = configuration.pollInterval { services.append(polling(atLeastEvery: interval)) }
        if let interval = configuration.webhookInterval {
            services.append(
                WebhookService(
                    sender: webhooks,
                    interval: interval,
                    retention: configuration.eventRetention,
                    sleep: configuration.sleep
                )
            )
        }
        if let interval = configuration.repairInterval, !appStore.isEmpty {
            services.append(
                RepairService(
                    repair: gapRepair,
                    interval: interval,
                    sleep: configuration.sleep,
                    logger: configuration.logger
                )
            )
        }
        let clocks = ClockComparison(storage: storage, now: configuration.now)
        if clocks.isPossible {
            services.append(ClockWatch(comparison: clocks, sleep: configuration.sleep, logger: configuration.logger))
        }
        if let figureKeeper { services.append(keeping(figureKeeper)) }
        let answering = refundAnswering
        if answering.isPossible {
            services.append(
                dueWork("answering refund requests", atLeastEvery: 600) {
                    _ = try await answering.answerDue()
                } nextDue: {
                    try await answering.nextDue()
                }
            )
        }
        return services
    }

    /// Books what is new in figures.
    private func keeping(_ keeper: FigureKeeper) -> DueWorkService {
        let now = configuration.now
        return dueWork("keeping figures", atLeastEvery: 600) {
            _ = try await keeper.bookDue()
        } nextDue: {
            try await keeper.storage.hasWaitingFigures() ? now() : nil
        }
    }

    /// Asks the App Store when something falls due.
    func polling(atLeastEvery seconds: TimeInterval) -> DueWorkService {
        let poller = poller
        let (storage, metrics, logger) = (storage, metrics, configuration.logger)
        return dueWork("polling", atLeastEvery: seconds) {
            let report = try await poller.pollDue()
            metrics.questions(report)
            if report.total > 0 { logger.info("polled", metadata: ["questions": "\(report.total)"]) }
        } nextDue: {
            try await storage.nextPoll(asksServerAPI: poller.subscriptions.isPossible)
        }
    }

    private func dueWork(
        _ name: String,
        atLeastEvery seconds: TimeInterval,
        work: @escaping @Sendable () async throws -> Void,
        nextDue: @escaping @Sendable () async throws -> Date?
    ) -> DueWorkService {
        DueWorkService(
            name: name,
            work: work,
            nextDue: nextDue,
            longestSleep: seconds,
            wakeUp: storage.wakeUp,
            now: configuration.now,
            sleep: configuration.sleep,
            logger: configuration.logger
        )
    }
}
