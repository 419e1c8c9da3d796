import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a merchant's server got, once for each POST. */
export type Received = {
  readonly webhookId: string;
  readonly event: string;
  /** Of what is about a delivery. */
  readonly jobNumber: string | undefined;
  readonly status: string;
  readonly body: string;
};

export type Behaviour = {
  /** When it answers 200; null: never, and the sender's end is waited for. */
  readonly answerAfterMs: number | null;
  /** Called when a request has come whole. */
  readonly onRequest?: () => void;
  /** Called when the answer has left. */
  readonly onAnswered?: () => void;
};

/** A merchant's server that takes webhooks. */
export type Receiver = AsyncDisposable & {
  readonly url: string;
  readonly received: readonly Received[];
  readonly inFlight: () => number;
  readonly behave: (behaviour: Behaviour) => void;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = { answerAfterMs: 0 };
  let inFlight = 0;

  function answer(response: ServerResponse, { onAnswered }: Behaviour): void {
    response.writeHead(200, { 'content-length': 0 });
    response.end(() => onAnswered?.());
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const here = behaviour;
    inFlight += 1;
    response.on('close', () => (inFlight -= 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { event, data } = JSON.parse(body) as {
        event: string;
        data: { object: { job_number?: string; status: string } };
      };
      received.push({
        webhookId: String(request.headers['webhook-id']),
        event,
        jobNumber: data.object.job_number,
        status: data.object.status,
        body,
      });
      here.onRequest?.();
      if (here.answerAfterMs === 0) answer(response, here);
      else if (here.answerAfterMs !== null) setTimeout(() => answer(response, here), here.answerAfterMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    inFlight: () => inFlight,
    behave: (next) => void (behaviour = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every way in which what arrived contradicts what happened: lost, doubled under another id, or with other bytes. */
export function compareReceived(
  received: readonly Received[],
  happened: readonly { readonly jobNumber: string; readonly status: string }[],
): readonly string[] {
  const ids = new Map<string, Set<string>>();
  const bodies = new Map<string, Set<string>>();
  for (const one of received) {
    const name = `${one.jobNumber} ${one.status}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(one.webhookId));
    bodies.set(one.webhookId, (bodies.get(one.webhookId) ?? new Set()).add(one.body));
  }
  const names = new Set(happened.map(({ jobNumber, status }) => `${jobNumber} ${status}`));
  return [
    ...[...names].filter((name) => !ids.has(name)).map((name) => `${name} never arrived`),
    ...[...ids]
      .filter(([, under]) => under.size > 1)
      .map(([name, under]) => `${name} arrived as ${[...under].join(' and ')}`),
    ...[...bodies].filter(([, forms]) => forms.size > 1).map(([id]) => `${id} arrived with different bytes`),
    ...[...ids.keys()].filter((name) => !names.has(name)).map((name) => `${name} arrived and never happened`),
  ];
}
