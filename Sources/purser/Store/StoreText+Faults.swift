import AppStoreModels
import LocalAppStore
import LocalAppStoreServer

extension StoreText {
    static func faults(_ faults: [FaultRecord], on terminal: Terminal) {
        guard !faults.isEmpty else { return terminal.line("no faults") }
        var table = TextTable(head: ["fault", "kind", "strikes", "account", "product", "with"])
        for fault in faults {
            table.add(
                fault.id ?? "",
                fault.kind?.rawValue ?? "",
                fault.times.map { $0 == 1 ? "once" : "\($0) times" } ?? "until cleared",
                fault.account ?? "all",
                fault.productID ?? "all",
                parameters(fault.parameters)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    private static func parameters(_ parameters: StoreFault.Parameters) -> String {
        [
            parameters.seconds.map { "seconds \($0)" }, parameters.failure.map { "failure \($0)" },
            parameters.storefront.map { "storefront \($0)" }, parameters.otherAccountID.map { "otherAccount \($0)" },
            parameters.environment.map { "environment \($0.rawValue)" },
            parameters.errorCode.map { "code \($0)" }, parameters.status.map { "status \($0)" },
            parameters.body.map { "body \($0.rawValue)" }, parameters.isRetryable.map { "retryable \($0)" },
            parameters.call.map { "call \($0)" }, parameters.rate.map { "rate \($0)" },
            parameters.attempts.map { "attempts \($0)" }, parameters.result.map { "result \($0)" },
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}
