import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// What a running store can be asked, in the words of OpenAPI 3.1, for tools that make clients, forms and tests of it.
struct OpenAPIDocument: Sendable {
    /// Everything, in the order of the documentation.
    static let operations: [OpenAPIOperation] =
        OpenAPIOperation.looking + OpenAPIOperation.customers + OpenAPIOperation.purchases
        + OpenAPIOperation.transactions + OpenAPIOperation.subscriptions + OpenAPIOperation.time
        + OpenAPIOperation.faults + OpenAPIOperation.notifications + OpenAPIOperation.messagingReview
        + OpenAPIOperation.serverAPI + OpenAPIOperation.advancedCommerce + OpenAPIOperation.advancedCommerceCustomer
        + OpenAPIOperation.receipts + OpenAPIOperation.certificates + OpenAPIOperation.device + OpenAPIOperation.page

    /// What is answered, with TLS and without. It is written down once in a process, when somebody asks: no start
    /// waits for it.
    private static let textWithTLS = ByteBuffer(string: OpenAPIDocument(hasTLS: true).json.serialized())
    private static let textWithoutTLS = ByteBuffer(string: OpenAPIDocument(hasTLS: false).json.serialized())

    /// Whether the store speaks TLS and so has a root for that.
    let hasTLS: Bool

    /// The operations of this store.
    var operations: [OpenAPIOperation] {
        Self.operations + (hasTLS ? OpenAPIOperation.tlsCertificates : [])
    }

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Local App Store",
                "version": "1",
                "description": """
                The control interface of the store, the App Store Server API and verifyReceipt. Dates are milliseconds \
                since 1970, prices thousandths of the currency. Answers may get more members. Whatever is asked may \
                also be answered 408 if it comes too slowly, and 503 while too many ask at once; a fault on demand may \
                give an App Store call any answer.
                """,
            ],
            "servers": [["url": "/"]],
            "tags": .array(OpenAPIOperation.Part.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths),
            "components": [
                "schemas": .object(JSONObject(JSONSchema.all.map { ($0.key, .object($0.value.json)) })),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description": "ES256 with the key that `purser store key` shows; aud is appstoreconnect-v1.",
                    ]
                ],
            ],
        ]
    }

    private var paths: JSONObject {
        var paths: JSONObject = [:]
        for operation in operations {
            var item = paths[object: operation.path] ?? [:]
            item[operation.method.rawValue.lowercased()] = operation.json
            paths[operation.path] = .object(item)
        }
        return paths
    }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("openapi.json") { [hasTLS] _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: hasTLS ? Self.textWithTLS : Self.textWithoutTLS)
            )
        }
    }
}
