import { request } from 'node:http';
import { createServer } from 'node:net';

const HEADER_BYTES_MAX = 1_048_576;
const CALL_MS_MAX = 60_000;

/** A caller of the API at this address; `seen` is told of every request with its answer. Answers with the parsed body. */
export function createCaller(baseUrl, seen) {
  return async ({ method, path, key, cookie, body, mustSucceed = false }) => {
    const answer = await send(`${baseUrl}${path}`, { method, key, cookie, body });
    seen({ method, path, mustSucceed }, answer);
    return parse(answer.text);
  };
}

function send(url, { method, key, cookie, body }) {
  const headers = {
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie, 'sec-fetch-site': 'same-origin' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers, maxHeaderSize: HEADER_BYTES_MAX, timeout: CALL_MS_MAX },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('timeout', () =>
      sent.destroy(new Error(`${method} ${url} was not answered within ${CALL_MS_MAX / 1_000} s.`)),
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
