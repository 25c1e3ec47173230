import AppStoreModels
import HTTPServing
import HTTPTypes

/// Apple's Retention Messaging API.
extension OpenAPIOperation {
    static func messaging(_ place: String) -> [Self] {
        images(place) + messages(place) + defaults(place) + realtime(place)
    }

    private static func images(_ place: String) -> [Self] {
        [
            api(.get, place, "v1/messaging/image/list", "The images, and their review.")
                .answering(
                    .object([
                        "imageIdentifiers": .list(
                            of: .object(["imageIdentifier": .uuid, "imageState": .text, "imageSize": .text])
                        )
                    ])
                ),
            api(.put, place, "v1/messaging/image/{id}", "Uploads an image.").naming("id", .uuid)
                .asking("imageSize", .choice("FULL_SIZE", "BULLET_POINT"))
                .taking(bytes: "image/png").answeringNothing(),
            api(.delete, place, "v1/messaging/image/{id}", "Deletes an image.").naming("id", .uuid).answeringNothing(),
        ]
    }

    private static func messages(_ place: String) -> [Self] {
        let image: KeyValuePairs<String, JSONSchema> = ["imageIdentifier": .uuid, "altText": .text]
        let bulletPoint: KeyValuePairs<String, JSONSchema> = [
            "text": .text, "imageIdentifier": .uuid, "altText": .text,
        ]
        return [
            api(.get, place, "v1/messaging/message/list", "The messages, and their review.")
                .answering(
                    .object([
                        "messageIdentifiers": .list(of: .object(["messageIdentifier": .uuid, "messageState": .text]))
                    ])
                ),
            api(.put, place, "v1/messaging/message/{id}", "Uploads a message.").naming("id", .uuid)
                .taking(
                    .object(
                        ["header": .text, "body": .text],
                        [
                            "image": JSONSchema.object(image).orNull,
                            "headerPosition": JSONSchema.choice("ABOVE_BODY", "ABOVE_IMAGE").orNull,
                            "bulletPoints": JSONSchema.list(of: .object(bulletPoint)).orNull,
                        ]
                    )
                )
                .answeringNothing(),
            api(.delete, place, "v1/messaging/message/{id}", "Deletes a message.").naming("id", .uuid)
                .answeringNothing(),
        ]
    }

    private static func defaults(_ place: String) -> [Self] {
        let path = "v1/messaging/default/{product}/{locale}"
        return [
            api(.get, place, path, "Which message is the default.").answering(.object(["messageIdentifier": .uuid])),
            api(.put, place, path, "Makes a message the default.").taking(.object(["messageIdentifier": .uuid]))
                .answeringNothing(),
            api(.delete, place, path, "Has no default any more.").answeringNothing(),
        ]
    }

    private static func realtime(_ place: String) -> [Self] {
        [
            api(.get, place, "v1/messaging/realtime/url", "Where the developer's server is asked.")
                .answering(.object(["realtimeURL": .text])),
            api(.put, place, "v1/messaging/realtime/url", "Says where the developer's server is asked.")
                .taking(.object(["realtimeURL": .text])).answeringNothing(),
            api(.delete, place, "v1/messaging/realtime/url", "Asks the developer's server no more.")
                .answeringNothing(),
            api(.post, place, "v1/messaging/performanceTest", "Begins a test of the developer's server.")
                .taking(.object(["originalTransactionId": .text]))
                .answering(.object(["config": .named("PerformancePlan"), "requestId": .uuid])),
            api(.get, place, "v1/messaging/performanceTest/result/{id}", "How a test of the developer's server went.")
                .naming("id", .uuid).answering(.named("PerformanceTest")),
        ]
    }
}
