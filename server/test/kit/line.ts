import { connect } from 'node:net';

/** How one request on a connection ended, as a client sees it who looks at nothing but bytes. */
export type LineEnd =
  | { readonly end: 'answered'; readonly status: number; readonly last: boolean }
  /** The server hung up and sent nothing. */
  | { readonly end: 'nothing' }
  /** The server hung up within the answer. */
  | { readonly end: 'cut' }
  /** Nobody listens there. */
  | { readonly end: 'refused' }
  /** The connection broke: the client cannot know what became of its request. */
  | { readonly end: 'reset'; readonly code: string };

/** One kept-alive connection without a client's own retries: what breaks is seen. */
export type Line = Disposable & {
  readonly ask: (head: string, body?: string) => Promise<LineEnd>;
  readonly isOpen: () => boolean;
};

const TIMEOUT_MS = 40_000;

export function openLine({ hostname, port }: URL): Line {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setEncoding('utf8').setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('nothing came')));
  let ended: LineEnd | null = null;
  let text = '';
  let told: ((end: LineEnd) => void) | null = null;
  const tell = (end: LineEnd): void => {
    told?.(end);
    told = null;
  };
  socket.on('data', (chunk: string) => {
    text += chunk;
    const answer = answerIn(text);
    if (!answer) return;
    text = '';
    tell(answer);
  });
  socket.on('end', () => tell((ended = text === '' ? { end: 'nothing' } : { end: 'cut' })));
  socket.on('error', (error: Error & { code?: string }) =>
    tell(
      (ended =
        error.code === 'ECONNREFUSED'
          ? { end: 'refused' }
          : { end: 'reset', code: error.code ?? error.message }),
    ),
  );
  return {
    ask: (head, body = '') =>
      ended
        ? Promise.resolve(ended)
        : new Promise((resolve) => {
            told = resolve;
            socket.write(`${head}\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
          }),
    isOpen: () => ended === null && !socket.destroyed,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** A whole answer, of which the length is told; ours tell it. */
function answerIn(text: string): LineEnd | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return null;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length === undefined || Buffer.byteLength(rest.join('\r\n\r\n')) < Number(length)) return null;
  return { end: 'answered', status: Number(head.split(' ')[1]), last: /^connection: close/im.test(head) };
}
