import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// What a purchase server can be asked, in the words of OpenAPI 3.1, for tools that make clients, forms and tests of it.
struct APIDocument: Sendable {
    /// What is answered. It is written down once in a process, when somebody asks: no start waits for it.
    private static let text = ByteBuffer(string: APIDocument().json.serialized())

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Purser purchase server",
                "version": "1",
                "description": """
                Apps show a public key, your servers a secret one. Dates are milliseconds since 1970. Programs decide by \
                the `code` of an error. Answers may get more members. Every answer has the name of its request in \
                `X-Request-Id`. Whatever is asked may also be answered 408 if it comes too slowly, and 503 while too \
                many ask at once. Two things are not described here: what RevenueCat's programs may ask below \
                `/compat/revenuecat`, where that is switched on, for which the article Switching from RevenueCat and \
                their own reference stand; and the pages of the console below `/console`, with their log-in.
                """,
            ],
            "servers": [["url": "/"]],
            "tags": .array(APIOperation.Part.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths),
            "components": [
                "schemas": .object(JSONObject(JSONSchema.all.map { ($0.key, .object($0.value.json)) })),
                "securitySchemes": [
                    "publicKey": [
                        "type": "http", "scheme": "bearer", "description": "A key that begins with `psr_public_`.",
                    ],
                    "secretKey": [
                        "type": "http", "scheme": "bearer",
                        "description": "A key that begins with `psr_secret_`; keep it on your servers.",
                    ],
                ],
            ],
        ]
    }

    private var paths: JSONObject {
        var paths: JSONObject = [:]
        for operation in APIOperation.all {
            var item = paths[object: operation.path] ?? [:]
            item[operation.method.rawValue.lowercased()] = .object(operation.json)
            paths[operation.path] = .object(item)
        }
        return paths
    }

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: Self.text)
            )
        }
    }
}
