import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird

/// The web page of a running store. Its files are part of the program, so that one binary is all one needs.
struct WebPage: Sendable {
    private let files = WebFiles([
        "index.html": PackageResources.index_html,
        "style.css": PackageResources.style_css,
        "icon.svg": PackageResources.icon_svg,
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "clock.js": PackageResources.clock_js,
        "family.js": PackageResources.family_js,
        "faults.js": PackageResources.faults_js,
        "inspector.js": PackageResources.inspector_js,
        "manager.js": PackageResources.manager_js,
        "model.js": PackageResources.model_js,
        "notifications.js": PackageResources.notifications_js,
        "offers.js": PackageResources.offers_js,
        "prices.js": PackageResources.prices_js,
        "settings.js": PackageResources.settings_js,
        "shelf.js": PackageResources.shelf_js,
        "shop.js": PackageResources.shop_js,
        "snapshots.js": PackageResources.snapshots_js,
        "stream.js": PackageResources.stream_js,
        "subscriptions.js": PackageResources.subscriptions_js,
        "timeline.js": PackageResources.timeline_js,
        "transactions.js": PackageResources.transactions_js,
    ])

    /// The names of all files.
    var names: [String] { files.names }

    func add(to router: Router<BasicRequestContext>) {
        router.get("/") { request, _ in try answer("index.html", request) }
        router.get("web/:name") { request, routing in
            try answer(try routing.parameters.require("name"), request)
        }
    }

    private func answer(_ name: String, _ request: Request) throws(RequestError) -> Response {
        guard let answer = files.answer(name, to: request) else {
            throw RequestError(.notFound, "unknown-file", "the page has no file of that name")
        }
        return answer
    }
}
