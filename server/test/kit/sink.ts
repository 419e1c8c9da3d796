import { Worker } from 'node:worker_threads';

/** A server that refuses whatever comes, and does nothing else: what a flood costs whoever sends it is seen beside it. */
export type Sink = AsyncDisposable & { readonly port: number };

const PROGRAM = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const answer = Buffer.from('HTTP/1.1 503 Service Unavailable\\r\\nRetry-After: 1\\r\\nContent-Length: 300\\r\\n\\r\\n' + ' '.repeat(300));
const sink = createServer((socket) => socket.on('error', () => undefined).on('data', () => socket.write(answer)));
sink.listen(0, '127.0.0.1', () => parentPort.postMessage(sink.address().port));
`;

/** On a thread of its own, so that it takes no turn of whoever floods it. */
export async function openSink(): Promise<Sink> {
  const worker = new Worker(PROGRAM, { eval: true });
  const port = await new Promise<number>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  return {
    port,
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
