import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

extension EndpointCase {
    static let identifier = UUID(uuidString: "7f2c1b0e-0000-4000-8000-000000000001") ?? UUID()
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 1, 2])

    /// The Retention Messaging API.
    static let messaging: [EndpointCase] = [
        EndpointCase(
            endpoint: .uploadImage,
            path: "/inApps/v1/messaging/image/7f2c1b0e-0000-4000-8000-000000000001",
            query: "imageSize=BULLET_POINT",
            octets: png,
            answer: { "" },
            call: { client in try await client.uploadImage(png, as: identifier, size: .bulletPoint) }
        ),
        EndpointCase(
            endpoint: .deleteImage,
            path: "/inApps/v1/messaging/image/7f2c1b0e-0000-4000-8000-000000000001",
            answer: { "" },
            call: { client in try await client.deleteImage(identifier) }
        ),
        EndpointCase(
            endpoint: .imageList,
            path: "/inApps/v1/messaging/image/list",
            answer: { #"{"imageIdentifiers":[{"imageIdentifier":"i","imageSize":"NEW_SIZE"}]}"# },
            call: { client in
                let seen = try await client.images().first?.size?.rawValue
                #expect(seen == "NEW_SIZE")
            }
        ),
        EndpointCase(
            endpoint: .uploadMessage,
            path: "/inApps/v1/messaging/message/7f2c1b0e-0000-4000-8000-000000000001",
            body: #"{"header":"h","body":"b"}"#,
            answer: { "" },
            call: { client in
                try await client.uploadMessage(RetentionMessage(json: ["header": "h", "body": "b"]), as: identifier)
            }
        ),
        EndpointCase(
            endpoint: .deleteMessage,
            path: "/inApps/v1/messaging/message/7f2c1b0e-0000-4000-8000-000000000001",
            answer: { "" },
            call: { client in try await client.deleteMessage(identifier) }
        ),
        EndpointCase(
            endpoint: .messageList,
            path: "/inApps/v1/messaging/message/list",
            answer: { #"{"messageIdentifiers":[{"messageIdentifier":"m","messageState":"PENDING"}]}"# },
            call: { client in
                let seen = try await client.messages().first?.state
                #expect(seen == .pending)
            }
        ),
        EndpointCase(
            endpoint: .configureDefaultMessage,
            path: "/inApps/v1/messaging/default/p/en-US",
            body: #"{"messageIdentifier":"7f2c1b0e-0000-4000-8000-000000000001"}"#,
            answer: { "" },
            call: { client in try await client.setDefaultMessage(identifier, of: "p", locale: "en-US") }
        ),
        EndpointCase(
            endpoint: .defaultMessage,
            path: "/inApps/v1/messaging/default/p/en-US",
            answer: { SignedAnswers.member("messageIdentifier", identifier.uuidString) },
            call: { client in
                let seen = try await client.defaultMessage(of: "p", locale: "en-US")
                #expect(seen == identifier)
            }
        ),
        EndpointCase(
            endpoint: .deleteDefaultMessage,
            path: "/inApps/v1/messaging/default/p/en-US",
            answer: { "" },
            call: { client in try await client.deleteDefaultMessage(of: "p", locale: "en-US") }
        ),
        EndpointCase(
            endpoint: .configureRealtimeURL,
            path: "/inApps/v1/messaging/realtime/url",
            body: #"{"realtimeURL":"https://shop.example/ask"}"#,
            answer: { "" },
            call: { client in
                try await client.setRealtimeURL(try #require(URL(string: "https://shop.example/ask")))
            }
        ),
        EndpointCase(
            endpoint: .realtimeURL,
            path: "/inApps/v1/messaging/realtime/url",
            answer: { SignedAnswers.member("realtimeURL", "https://shop.example/ask") },
            call: { client in
                let seen = try await client.realtimeURL().host
                #expect(seen == "shop.example")
            }
        ),
        EndpointCase(
            endpoint: .deleteRealtimeURL,
            path: "/inApps/v1/messaging/realtime/url",
            answer: { "" },
            call: { client in try await client.deleteRealtimeURL() }
        ),
        EndpointCase(
            endpoint: .startPerformanceTest,
            path: "/inApps/v1/messaging/performanceTest",
            body: #"{"originalTransactionId":"1"}"#,
            answer: { #"{"requestId":"q","config":{"totalRequests":5}}"# },
            call: { client in
                let seen = try await client.startPerformanceTest(of: "1").config?.totalRequests
                #expect(seen == 5)
            }
        ),
        EndpointCase(
            endpoint: .performanceTestResult,
            path: "/inApps/v1/messaging/performanceTest/result/q",
            answer: { #"{"result":"FAIL","failures":{"TIMED_OUT":2},"responseTimes":{"p95":40}}"# },
            call: { client in
                let result = try await client.performanceTestResult("q")
                #expect(result.failures == [.timedOut: 2])
                #expect(result.responseTimes?.p95 == 40)
            }
        ),
    ]
}
