<?php
// Quote, delivery and verified webhooks with PHP alone: it takes the messages itself, on a socket, so that one file is enough.
$base = getenv('COTTONTREE_BASE_URL') ?: 'http://127.0.0.1:8080/v1';
$key = getenv('COTTONTREE_API_KEY') or exit("COTTONTREE_API_KEY is missing.\n");

/** One call; a POST carries an Idempotency-Key, so that it may safely be sent again. */
function call(string $method, string $path, ?array $body = null): array
{
    global $base, $key;
    $headers = ["Authorization: Bearer $key", 'Content-Type: application/json'];
    if ($method === 'POST') {
        $headers[] = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
    }
    $options = ['method' => $method, 'header' => $headers, 'timeout' => 35, 'ignore_errors' => true];
    if ($body !== null) {
        $options['content'] = json_encode($body);
    }
    $answer = json_decode(file_get_contents($base . $path, false, stream_context_create(['http' => $options])), true);
    if (!$answer['success']) {
        exit("{$answer['error']['code']}: {$answer['error']['message']}\n");
    }
    return $answer['data'];
}

/** Whether a webhook is from your server: its own signature, and not older than five minutes. */
function verify(array $headers, string $body, string $secret): bool
{
    $stamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $stamp) > 300) {
        return false;
    }
    $signed = "{$headers['webhook-id']}.$stamp.$body";
    $bytes = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $bytes, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** The headers and the body of one message, which is answered with 200. */
function take($server): array
{
    $connection = stream_socket_accept($server, 30) or exit("No webhook came.\n");
    $headers = [];
    fgets($connection);
    while (($line = trim(fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $body = stream_get_contents($connection, (int) $headers['content-length']);
    fwrite($connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    fclose($connection);
    return [$headers, $body];
}

$server = stream_socket_server('tcp://127.0.0.1:0');
$endpoint = call('POST', '/webhooks', ['url' => 'http://' . stream_socket_get_name($server, false) . '/hook']);

$parcel = ['pickup_city' => 'Freetown', 'delivery_city' => 'Lumley', 'weight_kg' => 1.5];
$quote = call('GET', '/shipping/quote?' . http_build_query($parcel));
echo "quote {$quote['shipping_fee']} {$quote['currency']}\n";

$delivery = call('POST', '/shipping/deliveries', $parcel + [
    'quote_id' => $quote['quote_id'],
    'delivery_address' => '27 Freetown Road',
    'recipient_phone' => '078 234567',
]);
echo "delivery {$delivery['job_number']}\n";
call('POST', "/test/deliveries/{$delivery['job_number']}/advance", ['to_status' => 'delivered']);

// Webhooks may overtake each other: what is waited for is all of them, not the last.
$awaited = ['assigned', 'picked_up', 'in_transit', 'delivered'];
while ($awaited !== []) {
    [$headers, $body] = take($server);
    verify($headers, $body, $endpoint['secret']) or exit("The signature is wrong.\n");
    !verify($headers, $body . ' ', $endpoint['secret']) or exit("A changed body must not pass.\n");
    $event = json_decode($body, true);
    $status = $event['data']['object']['status'] ?? '';
    $awaited = array_diff($awaited, [$status]);
    echo "webhook {$event['event']} $status\n";
}
call('DELETE', "/webhooks/{$endpoint['id']}");
