import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { array, assert, asyncProperty, boolean, constantFrom, record, subarray } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuseOnSocket, type SocketRefusals } from './refuse-on-socket.ts';

const REFUSAL = 'No, not now.';
/** A body that a parser which has lost its place takes for a request. */
const DISGUISED = 'POST /stolen HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';

let isFull = false;
let early: SocketRefusals;
const seen: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes: Buffer) => (body += bytes.toString('latin1')));
  request.on('end', () => {
    seen.push(`${request.url} ${body}`);
    response.once('close', () => early.watch(request.socket));
    const answer = (): void => void response.end(`Done ${request.url}`);
    if (request.url?.startsWith('/slow')) setTimeout(answer, 5);
    else answer();
  });
});

beforeAll(async () => {
  early = refuseOnSocket(server, {
    refuses: () => isFull,
    answerTo: ({ target }) =>
      `HTTP/1.1 503 Service Unavailable\r\nContent-Length: ${REFUSAL.length + 1 + target.length}\r\n\r\n${REFUSAL} ${target}`,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  isFull = false;
  seen.length = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A connection that sends bytes as they are given, and tells answers in the order in which they come; a fresh one has asked nothing. */
async function openConnection({ fresh = false } = {}) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setNoDelay(true);
  const [accepted] = (await once(server, 'connection')) as [Socket];
  let sentBytes = 0;
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  const answers = (): readonly string[] => {
    const found: string[] = [];
    for (let rest = text; ;) {
      const head = /^HTTP\/1\.1 \d+ [^\r]*\r\n(?:.+\r\n)*?content-length: (\d+)\r\n(?:.+\r\n)*?\r\n/i.exec(
        rest,
      );
      const end = (head?.[0].length ?? 0) + Number(head?.[1]);
      if (!head || rest.length < end) return found;
      found.push(rest.slice(head[0].length, end));
      rest = rest.slice(end);
    }
  };
  const connection = {
    answers,
    /** Sends the pieces so that each is read by itself. */
    async send(...pieces: readonly string[]) {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        sentBytes += piece.length;
        await expect.poll(() => accepted.bytesRead, { interval: 1 }).toBe(sentBytes);
      }
    },
    answered: (count: number) => expect.poll(answers, { interval: 1 }).toHaveLength(count),
    [Symbol.dispose]: () => void socket.destroy(),
  };
  if (fresh) early.watchFresh();
  // The first request has it watched, by the second the parser shows where it stands.
  for (const at of fresh ? [] : [1, 2]) {
    await connection.send(requestOf(`/before/${at}`));
    await expect.poll(answers, { interval: 1 }).toHaveLength(at);
  }
  text = '';
  seen.length = 0;
  return connection;
}

const requestOf = (target: string, body = ''): string =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('a request to a node that is full', () => {
  test('is refused before it is parsed, and the next is done on the same connection when there is room', async () => {
    using connection = await openConnection();
    isFull = true;
    const before = early.refused();
    await connection.send(requestOf('/1', 'x'));
    await connection.answered(1);
    isFull = false;
    await connection.send(requestOf('/2', 'y'));
    await connection.answered(2);
    expect(connection.answers()).toEqual([`${REFUSAL} /1`, 'Done /2']);
    expect([seen, early.refused() - before]).toEqual([['/2 y'], 1]);
  });

  test('is refused before it is parsed where it is the first of its connection, and the second shows where the parser stands', async () => {
    using connection = await openConnection({ fresh: true });
    isFull = true;
    for (const at of [1, 2, 3]) {
      await connection.send(requestOf(`/${at}`));
      await connection.answered(at);
    }
    expect(connection.answers()).toEqual([`${REFUSAL} /1`, 'Done /2', `${REFUSAL} /3`]);
  });

  test('goes to the parser where it is the first of a connection and comes in pieces', async () => {
    using connection = await openConnection({ fresh: true });
    isFull = true;
    await connection.send(requestOf('/1', DISGUISED).slice(0, 20), requestOf('/1', DISGUISED).slice(20));
    await connection.send(requestOf('/2'));
    await connection.answered(2);
    expect(connection.answers()[0]).toBe('Done /1');
    expect(seen[0]).toBe(`/1 ${DISGUISED}`);
  });

  test.each([
    ['comes in pieces', 1, [requestOf('/1', 'xyz').slice(0, 20), requestOf('/1', 'xyz').slice(20)]],
    ['comes with its body apart', 1, [requestOf('/1', 'xyz').slice(0, -3), 'xyz']],
    ['comes with the beginning of the next', 2, [`${requestOf('/1')}POST /2 HT`, requestOf('/2').slice(10)]],
  ])('goes to the parser where it %s', async (_, count, pieces) => {
    using connection = await openConnection();
    isFull = true;
    await connection.send(...pieces);
    await connection.answered(count);
    expect(connection.answers()[0]).toBe('Done /1');
  });

  test('is not taken for one where it is the body of another', async () => {
    using connection = await openConnection();
    isFull = true;
    const whole = requestOf('/1', DISGUISED);
    await connection.send(whole.slice(0, -DISGUISED.length), DISGUISED, requestOf('/2'));
    await connection.answered(2);
    expect(connection.answers()).toEqual(['Done /1', `${REFUSAL} /2`]);
    expect(seen).toEqual([`/1 ${DISGUISED}`]);
  });

  test('is not taken for one where the head before it came with another request', async () => {
    using connection = await openConnection();
    isFull = true;
    const next = requestOf('/2', DISGUISED);
    await connection.send(requestOf('/1') + next.slice(0, -DISGUISED.length));
    await connection.answered(1);
    await connection.send(DISGUISED);
    await connection.answered(2);
    expect(connection.answers()).toEqual(['Done /1', 'Done /2']);
    expect(seen).toEqual(['/1 ', `/2 ${DISGUISED}`]);
  });

  test('has its answer after those to the requests before it, however they are cut and whenever there is room', async () => {
    const oneRequest = record({
      path: constantFrom('/slow', '/quick'),
      body: constantFrom('', 'x', DISGUISED, `${DISGUISED}${DISGUISED}`),
      isFull: boolean(),
      // How it is cut, from its end, and what is waited for before the next is sent.
      cutsBeforeEnd: subarray([DISGUISED.length * 2, DISGUISED.length, 20, 1]),
      next: constantFrom('is answered', 'is sent', 'comes with the next'),
    });
    await assert(
      asyncProperty(array(oneRequest, { minLength: 1, maxLength: 8 }), boolean(), async (requests, fresh) => {
        seen.length = 0;
        using connection = await openConnection({ fresh });
        const targetOf = (at: number): string => `${requests[at]?.path}/${at}`;
        let carried = '';
        for (const [at, { body, cutsBeforeEnd, next, ...request }] of requests.entries()) {
          isFull = request.isFull;
          const bytes = carried + requestOf(targetOf(at), body);
          const cuts = [0, ...cutsBeforeEnd.map((cut) => Math.max(0, bytes.length - cut)), bytes.length];
          const pieces = cuts.slice(1).map((cut, piece) => bytes.slice(cuts[piece], cut));
          carried = next === 'comes with the next' ? (pieces.pop() ?? '') : '';
          await connection.send(...pieces);
          if (next === 'is answered') await connection.answered(at + 1);
        }
        if (carried !== '') await connection.send(carried);
        await connection.answered(requests.length);
        const done = connection.answers().flatMap((answer, at) => {
          expect([`Done ${targetOf(at)}`, `${REFUSAL} ${targetOf(at)}`]).toContain(answer);
          return answer.startsWith('Done') ? [`${targetOf(at)} ${requests[at]?.body}`] : [];
        });
        expect(seen).toEqual(done);
      }),
      { numRuns: 150 },
    );
  });
});

test('whoever closes down sends every request to the parser', async () => {
  using connection = await openConnection();
  isFull = true;
  early.stop();
  await connection.send(requestOf('/1'));
  await connection.answered(1);
  expect(connection.answers()).toEqual(['Done /1']);
});
