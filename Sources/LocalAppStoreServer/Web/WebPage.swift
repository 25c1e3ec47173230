import AppStoreModels
import Crypto
import HTTPTypes
import Hummingbird
import NIOCore

/// The web page of a running store. Its files are part of the program, so that one binary is all one needs.
struct WebPage: Sendable {
    /// A file of the page.
    struct File: Sendable {
        let content: ByteBuffer
        let type: String
        /// Changes with the content, so that a browser asks for it again only then.
        let tag: String

        init(_ content: [UInt8], _ type: String) {
            self.content = ByteBuffer(bytes: content)
            self.type = type
            tag = "\"\(SHA256.hash(data: content).prefix(8).hexadecimal)\""
        }
    }

    private let files: [String: File] = {
        let script = "text/javascript; charset=utf-8"
        return [
            "index.html": File(PackageResources.index_html, "text/html; charset=utf-8"),
            "style.css": File(PackageResources.style_css, "text/css; charset=utf-8"),
            "icon.svg": File(PackageResources.icon_svg, "image/svg+xml"),
            "api.js": File(PackageResources.api_js, script),
            "app.js": File(PackageResources.app_js, script),
            "clock.js": File(PackageResources.clock_js, script),
            "commands.js": File(PackageResources.commands_js, script),
            "dom.js": File(PackageResources.dom_js, script),
            "family.js": File(PackageResources.family_js, script),
            "faults.js": File(PackageResources.faults_js, script),
            "format.js": File(PackageResources.format_js, script),
            "inspector.js": File(PackageResources.inspector_js, script),
            "manager.js": File(PackageResources.manager_js, script),
            "model.js": File(PackageResources.model_js, script),
            "notifications.js": File(PackageResources.notifications_js, script),
            "offers.js": File(PackageResources.offers_js, script),
            "settings.js": File(PackageResources.settings_js, script),
            "sheet.js": File(PackageResources.sheet_js, script),
            "shelf.js": File(PackageResources.shelf_js, script),
            "shop.js": File(PackageResources.shop_js, script),
            "snapshots.js": File(PackageResources.snapshots_js, script),
            "stream.js": File(PackageResources.stream_js, script),
            "subscriptions.js": File(PackageResources.subscriptions_js, script),
            "timeline.js": File(PackageResources.timeline_js, script),
            "transactions.js": File(PackageResources.transactions_js, script),
        ]
    }()

    /// The names of all files.
    var names: [String] { files.keys.sorted() }

    func add(to router: Router<BasicRequestContext>) {
        router.get("/") { request, _ in try answer("index.html", request) }
        router.get("web/:name") { request, routing in
            try answer(try routing.parameters.require("name"), request)
        }
    }

    private func answer(_ name: String, _ request: Request) throws(RequestError) -> Response {
        guard let file = files[name] else {
            throw RequestError(.notFound, "unknown-file", "the page has no file of that name")
        }
        let headers = headers(of: file)
        if request.headers[.ifNoneMatch] == file.tag { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.content))
    }

    private func headers(of file: File) -> HTTPFields {
        [
            .contentType: file.type,
            .eTag: file.tag,
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.policy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
    }

    /// The page loads nothing but its own files and runs no script that stands in markup.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        form-action 'none'; base-uri 'none'; frame-ancestors 'none'
        """
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
