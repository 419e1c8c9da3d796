"""Quote, delivery and verified webhooks with Python's standard library alone."""

import base64
import hashlib
import hmac
import json
import os
import queue
import threading
import time
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

BASE = os.environ.get("COTTONTREE_BASE_URL", "http://127.0.0.1:8080/v1")
KEY = os.environ["COTTONTREE_API_KEY"]


def call(method, path, body=None):
    """One call; a POST carries an Idempotency-Key, so that it may safely be sent again."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if method == "POST":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=content, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=35) as answer:
        return json.load(answer)["data"]


def verify(headers, body, secret):
    """Whether a webhook is from your server: its own signature, and not older than five minutes."""
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))


arrived = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        arrived.put((dict(self.headers.items()), body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *words):
        pass


receiver = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
endpoint = call("POST", "/webhooks", {"url": f"http://127.0.0.1:{receiver.server_port}/hook"})

parcel = {"pickup_city": "Freetown", "delivery_city": "Lumley", "weight_kg": 1.5}
quote = call("GET", "/shipping/quote?" + urllib.parse.urlencode(parcel))
print("quote", quote["shipping_fee"], quote["currency"])

delivery = call(
    "POST",
    "/shipping/deliveries",
    {**parcel, "quote_id": quote["quote_id"], "delivery_address": "27 Freetown Road", "recipient_phone": "078 234567"},
)
print("delivery", delivery["job_number"])
call("POST", f"/test/deliveries/{delivery['job_number']}/advance", {"to_status": "delivered"})

# Webhooks may overtake each other: what is waited for is all of them, not the last.
awaited = {"assigned", "picked_up", "in_transit", "delivered"}
while awaited:
    headers, body = arrived.get(timeout=30)
    names = {name.lower(): value for name, value in headers.items()}
    assert verify(names, body, endpoint["secret"]), "the signature is wrong"
    assert not verify(names, body + b" ", endpoint["secret"]), "a changed body must not pass"
    event = json.loads(body)
    status = event["data"]["object"].get("status", "")
    awaited.discard(status)
    print("webhook", event["event"], status)

call("DELETE", f"/webhooks/{endpoint['id']}")
receiver.shutdown()
