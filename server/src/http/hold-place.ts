import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { docUrlOf } from './answer.ts';

/** Answers in the place of a server that ends and begins again. */
type PlaceHolder = {
  /** Resolves once it has the port. */
  readonly held: Promise<void>;
  /** Once nothing more of it is on the port. */
  readonly leave: () => Promise<void>;
};

type Place = { readonly port: number; readonly host: string; readonly publicUrl: string };

const RETRY_MS = 5;
const MESSAGE =
  'The service moves to another database and is back in a few seconds. Send the same request again.';

/** Takes the port as soon as whoever has it lets go, and refuses every request honestly: 503, with when to come back. */
export function holdPlace({ port, host, publicUrl }: Place): PlaceHolder {
  const code = 'SERVICE_UNAVAILABLE';
  const body = JSON.stringify({
    success: false,
    error: { code, message: MESSAGE, doc_url: docUrlOf(code, publicUrl) },
  });
  const server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'no-store',
        'retry-after': '1',
        connection: 'close',
      })
      .end(body);
  });
  const over = new AbortController();
  const listening = listen(server, { port, host, signal: over.signal });
  return {
    held: listening,
    async leave() {
      over.abort();
      await listening;
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), 200);
      await closed;
      clearTimeout(late);
    },
  };
}

async function listen(
  server: Server,
  { port, host, signal }: { readonly port: number; readonly host: string; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).once('listening', () => resolve(true));
      server.listen({ port, host, exclusive: true });
    });
    server.removeAllListeners('error').removeAllListeners('listening');
    if (isListening) return;
    await pause(RETRY_MS);
  }
}
