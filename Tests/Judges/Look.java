import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Asks the App Store Server API without a token, as a Java program does, and prints how it was answered. */
class Look {
    public static void main(String[] arguments) throws Exception {
        URI uri = URI.create("https://api.storekit.apple.com/inApps/v1/lookup/M1");
        HttpResponse<String> answer = HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.version() + " " + answer.statusCode());
    }
}
