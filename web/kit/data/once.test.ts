import { expect, test } from 'vitest';
import { onceThough } from './once.ts';

const MINUTE_MS = 60_000;

/** What the server sees, and what it says to each request in turn. */
function openServer(...answers: readonly (Response | Error)[]) {
  const keys: (string | null)[] = [];
  let nowMs = 0;
  const send = onceThough(
    (_input, init) => {
      const said = answers[keys.length] ?? new Response('{}');
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
    },
    () => nowMs,
  );
  let tries = 0;
  return {
    keys,
    wait: (milliseconds: number) => void (nowMs += milliseconds),
    /** A client gives each call a key of its own. */
    pay: (amount: number, merchant = 'mch_1') => {
      tries += 1;
      const headers = { 'idempotency-key': `key ${tries}`, 'x-merchant': merchant };
      return send('/v1/payouts', { method: 'POST', headers, body: JSON.stringify({ amount }) }).catch(
        () => undefined,
      );
    },
    read: () => send('/v1/payouts'),
  };
}
const lost = new TypeError('Failed to fetch');
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ error: { code } }), { status });

test('what was not answered is the same act when it is asked for again, until it is answered', async () => {
  const server = openServer(
    lost,
    refusal(503, 'SERVICE_UNAVAILABLE'),
    refusal(409, 'IDEMPOTENCY_IN_PROGRESS'),
  );
  for (let time = 0; time < 5; time += 1) await server.pay(10);
  expect(server.keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 5']);
});

test('an answer of which the end is lost is none', async () => {
  const cut = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"success":tr'));
      controller.error(lost);
    },
  });
  const server = openServer(new Response(cut, { status: 201 }));
  await server.pay(10);
  await server.pay(10);
  expect(server.keys).toEqual(['key 1', 'key 1']);
});

test('another amount, another shop and what was refused are acts of their own', async () => {
  const server = openServer(lost, lost, refusal(422, 'BALANCE_TOO_LOW'), lost);
  await server.pay(10);
  await server.pay(20);
  await server.pay(10, 'mch_2');
  await server.pay(10, 'mch_2');
  expect(server.keys).toEqual(['key 1', 'key 2', 'key 3', 'key 4']);
});

test('whoever asks for the same long after means another, and what only reads has no key', async () => {
  const server = openServer(lost);
  await server.pay(10);
  server.wait(11 * MINUTE_MS);
  await server.pay(10);
  await server.read();
  expect(server.keys).toEqual(['key 1', 'key 2', null]);
});
