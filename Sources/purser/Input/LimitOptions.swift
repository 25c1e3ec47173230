import ArgumentParser
import HTTPServing

/// How much a server takes from the outside; the rest of the limits has defaults that need no care.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most connections at once; others are answered 503. Where the system allows few files there are fewer.",
            valueName: "count"
        )
    )
    var maxConnections = ServerLimits().connections

    @Option(
        help: ArgumentHelp(
            "How long requests may go on after SIGTERM or SIGINT; a second signal ends them at once.",
            valueName: "seconds"
        )
    )
    var shutdownLimit = ServerLimits().shutdownSeconds

    var limits: ServerLimits {
        var limits = ServerLimits()
        limits.connections = maxConnections
        limits.shutdownSeconds = shutdownLimit
        return limits
    }

    func validate() throws {
        guard let mistake = limits.mistake else { return }
        throw ValidationError(
            mistake.replacing("connections", with: "--max-connections").replacing(
                "shutdownSeconds",
                with: "--shutdown-limit"
            )
        )
    }
}
