/** A stream of events as a listener without a browser reads it. */
export type OpenEvents = AsyncDisposable & {
  readonly headers: Headers;
  /** The next event, or null once the stream has ended. */
  readonly next: () => Promise<HeardEvent | null>;
  /** What came before the first event. */
  readonly preamble: () => string;
};

export type HeardEvent = {
  readonly name: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Opens a stream; a refusal throws with its status. */
export async function openEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenEvents> {
  const hangUp = new AbortController();
  const answer = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: hangUp.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`The stream was refused with ${answer.status}.`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  let preamble = '';

  async function nextBlock(): Promise<string | null> {
    for (;;) {
      const end = read.indexOf('\n\n');
      if (end >= 0) {
        const block = read.slice(0, end);
        read = read.slice(end + 2);
        return block;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      read += value;
    }
  }

  return {
    headers: answer.headers,
    preamble: () => preamble,
    async next() {
      for (;;) {
        const block = await nextBlock();
        if (block === null) return null;
        if (block.startsWith('event: ')) return eventOf(block);
        preamble += block.replace(/^:.*$/, '');
      }
    },
    async [Symbol.asyncDispose]() {
      hangUp.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}

function eventOf(block: string): HeardEvent {
  const valuesOf = (field: string): string[] =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${field}: `))
      .map((line) => line.slice(field.length + 2));
  return {
    name: valuesOf('event')[0] ?? '',
    id: valuesOf('id')[0] ?? '',
    data: JSON.parse(valuesOf('data').join('\n')) as HeardEvent['data'],
  };
}
