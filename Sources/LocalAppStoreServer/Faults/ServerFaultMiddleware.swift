import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import Locking
import NIOCore
import ServiceLifecycle

/// Lets the faults of Apple's servers strike: on the paths that Apple has, never on the store's own.
struct ServerFaultMiddleware<Context: RequestContext>: RouterMiddleware {
    let store: LocalAppStore
    let realTime: RealTime

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let call = AppStoreCall(method: request.method.rawValue, path: request.uri.path) else {
            return try await next(request, context)
        }
        let struck: ServerFaults
        do {
            struck = try store.strike(call)
        } catch {
            throw RequestError(error)
        }
        var response =
            if let fault = struck.answer, fault.kind == .receiptStatus, fault.parameters.status == 21_006 {
                try await expired(fault, try await next(request, context))
            } else if let fault = struck.answer {
                FaultyAnswer(fault, isVerifyReceipt: call.path == "/verifyReceipt", now: realTime.now()).response
            } else {
                try await next(request, context)
            }
        if let seconds = struck.delay?.parameters.seconds { await wait(seconds) }
        if struck.cut != nil { response.body = Self.cut(response.body) }
        return response
    }

    /// The truth in the form of a receipt that ended, where there is one.
    private func expired(_ fault: StoreFault, _ truth: Response) async throws -> Response {
        let bytes = Locked(ByteBuffer())
        try await truth.body.write(BodyCollector(bytes: bytes))
        let body = Data(bytes.withLock { $0 }.readableBytesView)
        return FaultyAnswer.expired(body) ?? FaultyAnswer(fault, isVerifyReceipt: true, now: realTime.now()).response
    }

    /// The end of the server ends the wait, too.
    private func wait(_ seconds: TimeInterval) async {
        await cancelWhenGracefulShutdown { try? await realTime.sleep(seconds) }
    }

    /// The first half of a body whose head promises all of it.
    private static func cut(_ body: ResponseBody) -> ResponseBody {
        let length = body.contentLength ?? 0
        // An empty body has no half: one byte is promised that never comes.
        return ResponseBody(contentLength: max(length, 1)) { writer in
            try await body.write(HalvingWriter(writer, left: length / 2))
        }
    }
}

/// Keeps a body that the store itself wrote.
private struct BodyCollector: ResponseBodyWriter {
    let bytes: Locked<ByteBuffer>

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Writes the first bytes of a body, and fails.
private struct HalvingWriter: ResponseBodyWriter {
    /// Why an answer ends before its end: a fault of the store wants it.
    struct Cut: Error {}

    private var writer: any ResponseBodyWriter
    private var left: Int

    init(_ writer: any ResponseBodyWriter, left: Int) {
        self.writer = writer
        self.left = left
    }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        var buffer = buffer
        let part = buffer.readSlice(length: min(left, buffer.readableBytes)) ?? ByteBuffer()
        left -= part.readableBytes
        try await writer.write(part)
        if left == 0 { throw Cut() }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws { throw Cut() }
}
