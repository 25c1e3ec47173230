import HTTPServing
import HTTPTypes
import Hummingbird

/// The files of the console.
struct ConsolePages: Sendable {
    private let files = WebFiles([
        "index.html": PackageResources.index_html,
        "console.css": PackageResources.console_css,
        "icon.svg": PackageResources.icon_svg,
        "access.js": PackageResources.access_js,
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "audit.js": PackageResources.audit_js,
        "chart.js": PackageResources.chart_js,
        "customer.js": PackageResources.customer_js,
        "customers.js": PackageResources.customers_js,
        "documents.js": PackageResources.documents_js,
        "life.js": PackageResources.life_js,
        "live.js": PackageResources.live_js,
        "login.js": PackageResources.login_js,
        "model.js": PackageResources.model_js,
        "overview.js": PackageResources.overview_js,
        "pieces.js": PackageResources.pieces_js,
        "refunds.js": PackageResources.refunds_js,
        "settings.js": PackageResources.settings_js,
        "setup.js": PackageResources.setup_js,
        "told.js": PackageResources.told_js,
        "values.js": PackageResources.values_js,
        "webhooks.js": PackageResources.webhooks_js,
    ])

    /// The names of all files.
    var names: [String] { files.names }

    func add(to group: RouterGroup<APIContext>) {
        group.get("/") { request, _ in try answer("index.html", request) }
        group.get("web/{name}") { request, context in
            try answer(try context.parameters.require("name"), request)
        }
    }

    private func answer(_ name: String, _ request: Request) throws(APIError) -> Response {
        guard let answer = files.answer(name, to: request) else {
            throw APIError(.notFound, "unknown-file", "the console has no file of that name")
        }
        return answer
    }
}
