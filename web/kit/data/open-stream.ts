export type StreamEvent = { readonly name: string; readonly id: string; readonly data: string };

type Opening = {
  readonly headers: Readonly<Record<string, string>>;
  /** Where it goes on from. */
  readonly lastId: string | null;
  readonly signal: AbortSignal;
};

/** The server says something every 15 s: after so long a silence the connection has ended, and nobody told. */
const SILENT_MS_MAX = 45_000;

/** Hears a stream of events to its end; unlike the browser's own EventSource it sends headers. */
export async function openStream(
  path: string,
  { headers, lastId, signal }: Opening,
  hear: (event: StreamEvent) => void,
): Promise<void> {
  const answer = await fetch(path, {
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
    credentials: 'same-origin',
    signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`The stream was refused with ${answer.status}.`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), SILENT_MS_MAX);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const blocks = `${text}${value}`.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) readEvent(block, hear);
  }
}

/** One event; lines that begin with a colon only keep the connection. */
function readEvent(block: string, hear: (event: StreamEvent) => void): void {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    fields[name] = name === 'data' && fields['data'] !== undefined ? `${fields['data']}\n${value}` : value;
  }
  if (fields['data'] !== undefined)
    hear({ name: fields['event'] ?? 'message', id: fields['id'] ?? '', data: fields['data'] });
}
