import Hummingbird
import NIOCore

/// What is known about a request of the interface while it is answered.
///
/// Routes are written for any context, so that they say nothing about who may call them:
/// `func add<Context: RequestContext>(to group: RouterGroup<Context>)`.
struct APIContext: RequestContext, KeyedRequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who asks; nil where no key is asked for.
    var caller: Caller?
    /// Whose key, told to whoever observes the request from outside; nil where nobody does.
    var observed: ObservedRequest?
    private let socketAddress: SocketAddress?

    /// The IP address that the request comes from, a proxy's where there is one. Few ask for it, and it costs a moment to
    /// write down.
    var remoteAddress: String? { socketAddress?.ipAddress }

    var keyName: String? { caller == .anybody ? nil : caller?.actor }

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        socketAddress = source.channel.remoteAddress
    }
}
