// The same in JavaScript, with the fetch of Node and nothing else.
//
// usage: node unmodified.mjs TRANSACTION_ID RECEIPT
import { sign } from "node:crypto";
import { readFileSync } from "node:fs";

const [transactionID, receipt] = process.argv.slice(2);
const { APP_STORE_KEY_FILE, APP_STORE_KEY_ID, APP_STORE_ISSUER_ID, APP_STORE_BUNDLE_ID } = process.env;

const encoded = (object) => Buffer.from(JSON.stringify(object)).toString("base64url");
const now = Math.floor(Date.now() / 1000);
const content =
    encoded({ alg: "ES256", kid: APP_STORE_KEY_ID, typ: "JWT" }) +
    "." +
    encoded({
        iss: APP_STORE_ISSUER_ID, iat: now, exp: now + 600, aud: "appstoreconnect-v1", bid: APP_STORE_BUNDLE_ID,
    });
const signature = sign("sha256", Buffer.from(content), {
    key: readFileSync(APP_STORE_KEY_FILE), dsaEncoding: "ieee-p1363",
});
const token = `${content}.${signature.toString("base64url")}`;

async function look(host) {
    const answer = await fetch(`https://${host}/inApps/v1/transactions/${transactionID}`, {
        headers: { Authorization: `Bearer ${token}` },
    });
    const json = await answer.json();
    if (!answer.ok) return [answer.status, json.errorCode];
    return JSON.parse(Buffer.from(json.signedTransactionInfo.split(".")[1], "base64url")).transactionId;
}

async function verify(host) {
    const body = JSON.stringify({ "receipt-data": receipt });
    return (await (await fetch(`https://${host}/verifyReceipt`, { method: "POST", body })).json()).status;
}

console.log(
    JSON.stringify({
        transaction: await look("api.storekit-sandbox.apple.com"),
        production: await look("api.storekit.apple.com"),
        buy: await verify("buy.itunes.apple.com"),
        sandbox: await verify("sandbox.itunes.apple.com"),
    }),
);
