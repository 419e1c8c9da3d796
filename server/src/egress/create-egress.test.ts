import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openHttpReceiver, openReceiver, type EgressReceiver } from './fixtures/open-receiver.ts';
import { openApart } from './fixtures/open-apart.ts';
import { createStand, expectTimeout, post } from './fixtures/stand.ts';

const { open, receiver } = createStand();

/** Answers each request on a raw connection, which may arrive in several pieces, with `answer`. */
function answering(answer: (socket: Socket, count: number) => void): Promise<EgressReceiver> {
  return openReceiver((socket) => {
    let count = 0;
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) answer(socket, (count += 1));
    });
  });
}

describe('a request goes out', () => {
  test.each([200, 204, 302, 410, 500])('and a status of %i comes back as it is', async (status) => {
    const { port } = await receiver(
      openHttpReceiver((_request, response) => response.writeHead(status, { 'X-Shop': 'Kissy' }).end()),
    );
    const result = await open().send(post(`http://127.0.0.1:${port}/hook`));
    expect(result).toMatchObject({ status, error: null, hint: null, remoteAddress: '127.0.0.1' });
    expect(result.headers['x-shop']).toBe('Kissy');
  });

  test('with its bytes, path, host and headers unchanged, but for those that belong to the connection', async () => {
    const seen: string[] = [];
    const { port } = await receiver(
      openHttpReceiver((request, response) => {
        seen.push(
          `${request.method} ${request.url}`,
          request.headers.host ?? '',
          request.headers['user-agent'] ?? '',
          String(request.headers['x-own']),
        );
        request.on('data', (chunk) => seen.push(String(chunk))).on('end', () => response.end('thanks'));
      }),
    );
    const headers = { 'x-own': '1', Host: 'evil.example', 'Transfer-Encoding': 'chunked' };
    const result = await open().send(
      post(`http://localhost:${port}/a?b=c#d`, { headers, body: Buffer.from('{"é":1}') }),
    );
    expect(seen).toEqual(['POST /a?b=c', `localhost:${port}`, 'Cottontree', '1', '{"é":1}']);
    expect(result.body.toString()).toBe('thanks');
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'as %s, with a body or without',
    async (method) => {
      const seen: string[] = [];
      const shop = await receiver(
        openHttpReceiver((request, response) => {
          const chunks: Buffer[] = [];
          request
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              seen.push(`${request.method} ${Buffer.concat(chunks).toString()}`);
              response.end();
            });
        }),
      );
      const egress = open();
      for (const body of ['', '{"enable":false}', ''])
        expect(
          (
            await egress.send(
              post(`http://127.0.0.1:${shop.port}/thing`, { method, body: Buffer.from(body) }),
            )
          ).status,
        ).toBe(200);
      expect(seen).toEqual([`${method} `, `${method} {"enable":false}`, `${method} `]);
    },
  );

  test('over one kept connection when another follows', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open();
    for (let count = 0; count < 5; count += 1)
      expect((await egress.send(post(`http://127.0.0.1:${shop.port}/`))).status).toBe(200);
    expect(shop.connections()).toBe(1);
  });

  test('over at most 32 connections to one origin, the others waiting their turn', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => setImmediate(() => response.end())));
    const egress = open();
    const results = await Promise.all(
      Array.from({ length: 200 }, () =>
        egress.send(post(`http://127.0.0.1:${shop.port}/`, { deadlineMs: 5_000 })),
      ),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect(shop.connections()).toBe(32);
  });

  test('in the order in which they came, also where each answer ends its connection and is followed by another request', async () => {
    const shop = await receiver(
      openHttpReceiver((_request, response) => response.setHeader('connection', 'close').end()),
    );
    const egress = open();
    const url = `http://127.0.0.1:${shop.port}/`;
    let answered = 0;
    let isServed = false;
    const oneAfterTheOther = async (): Promise<void> => {
      while (!isServed && answered < 2_000) {
        await egress.send(post(url));
        answered += 1;
      }
    };
    const others = Array.from({ length: 32 }, oneAfterTheOther);
    const waited = await egress.send(post(url, { deadlineMs: 10_000 }));
    const before = answered;
    isServed = true;
    await Promise.all(others);
    expect(waited.status).toBe(200);
    expect(before).toBeLessThanOrEqual(64);
  });

  test('and a redirect to the metadata service is an answer, not a way there', async () => {
    const { port } = await receiver(
      openHttpReceiver((_request, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
      ),
    );
    const result = await open().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/latest/' } });
  });

  test('and a header that would split the request is refused', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const result = await open().send(
      post(`http://127.0.0.1:${shop.port}/`, { headers: { 'x-own': 'a\r\nx-evil: b' } }),
    );
    expect(result).toMatchObject({ status: null, error: 'blocked' });
    expect(shop.connections()).toBe(0);
  });
});

describe('a slow or endless answer', () => {
  test('that came in time counts, although this process stood still until the time was over', async () => {
    const apart = await receiver(openApart());
    const asked = open().send(post(`http://127.0.0.1:${apart.port}/`));
    while (!apart.isAsked()) await new Promise((resolve) => setImmediate(resolve));
    apart.standStill(1_100);
    expect(await asked).toMatchObject({ status: 200, error: null });
  });

  test('that never begins ends at the deadline', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const results = await Promise.all(
      Array.from({ length: 40 }, () => open().send(post(`http://127.0.0.1:${port}/`))),
    );
    for (const result of results) expectTimeout(result);
    expect(results[0]?.hint).toBe(
      'Timed out after 1 s waiting for your server to answer; answer 200 first and do the work afterwards.',
    );
  });

  test('that drips its headers, or interim answers, does not pass the deadline', async () => {
    for (const piece of ['x: y\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n']) {
      const { port } = await receiver(
        answering((socket) => {
          if (piece.startsWith('x')) socket.write('HTTP/1.1 200 OK\r\n');
          const drip = setInterval(() => socket.write(piece), 20);
          socket.on('close', () => clearInterval(drip));
        }),
      );
      expectTimeout(await open().send(post(`http://127.0.0.1:${port}/`)));
    }
  });

  test('keeps its connection, but no other request from its turn and from its whole time', async () => {
    const shop = await receiver(
      openHttpReceiver((request, response) =>
        request.url === '/hang' ? undefined : setTimeout(() => response.end(), 1_500),
      ),
    );
    const egress = open();
    const hanging = Array.from({ length: 32 }, () =>
      egress.send(post(`http://127.0.0.1:${shop.port}/hang`, { deadlineMs: 5_000 })),
    );
    const waited = await egress.send(post(`http://127.0.0.1:${shop.port}/`, { deadlineMs: 2_000 }));
    expect(waited).toMatchObject({ status: 200, error: null });
    expect(waited.durationMs).toBeLessThan(1_800);
    for (const result of await Promise.all(hanging)) expect(result.error).toBe('timeout');
  });

  test('leaves the next in line unsent, and says so, where 256 hang at once', async () => {
    const shop = await receiver(openReceiver(() => undefined));
    const egress = open();
    const url = `http://127.0.0.1:${shop.port}/`;
    const hanging = Array.from({ length: 256 }, () => egress.send(post(url, { deadlineMs: 30_000 })));
    for (let opened = 0; opened < 256; opened = shop.connections())
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await egress.send(post(url))).toMatchObject({
      status: null,
      error: 'busy',
      hint: expect.stringContaining('Nothing was sent yet'),
    });
    expect(shop.connections()).toBe(256);
    egress.close();
    expect(new Set((await Promise.all(hanging)).map(({ error }) => error))).toEqual(new Set(['reset']));
  }, 300_000);

  test('whose status came in time counts though its body drags, and is cut after 2 s', async () => {
    const { port } = await receiver(
      answering((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
        const drip = setInterval(() => socket.write('z'), 100);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    const startedAt = performance.now();
    const result = await open().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.body.toString()).toMatch(/^z{1,20}$/);
    // The deadline is 1 s, and what is said of the time is about the status alone.
    expect(result.durationMs).toBeLessThan(1_500);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('of 1 GB is read up to the limit and then cut, in flat memory', async () => {
    const piece = Buffer.alloc(64 * 1_024, 'z');
    let sent = 0;
    const { port } = await receiver(
      answering((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
        const pour = () => {
          while (!socket.destroyed && sent < 1e9 && socket.write(piece)) sent += piece.length;
        };
        socket.on('drain', pour);
        pour();
      }),
    );
    const before = process.memoryUsage().rss;
    const egress = open();
    for (let count = 0; count < 20; count += 1) {
      const result = await egress.send(post(`http://127.0.0.1:${port}/`, { responseBytesMax: 1_000 }));
      expect(result).toMatchObject({ status: 200, error: null });
      expect(result.body).toHaveLength(1_000);
    }
    expect(sent).toBeLessThan(500e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  test('without an end is a success by its status', async () => {
    const { port } = await receiver(answering((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nabc')));
    const result = await open().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.body.toString()).toBe('abc');
  });

  test('with headers beyond every measure is a broken answer, and with very many is shortened', async () => {
    const large = await receiver(
      answering((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)),
    );
    expect(await open().send(post(`http://127.0.0.1:${large.port}/`))).toMatchObject({
      error: 'reset',
      hint: 'The headers of your answer are larger than 16 KiB.',
    });
    const many = await receiver(
      answering((socket) =>
        socket.write(
          `HTTP/1.1 200 OK\r\n${Array.from({ length: 500 }, (_, at) => `X-${at}: y\r\n`).join('')}content-length: 0\r\n\r\n`,
        ),
      ),
    );
    const result = await open().send(post(`http://127.0.0.1:${many.port}/`));
    expect(Object.keys(result.headers)).toHaveLength(64);
  });
});

describe('a connection that breaks', () => {
  test('before the answer is a reset', async () => {
    const { port } = await receiver(answering((socket) => socket.resetAndDestroy()));
    expect(await open().send(post(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: null,
      error: 'reset',
      hint: 'Your server closed the connection without answering.',
    });
  });

  test('in the middle of the headers is a reset', async () => {
    const { port } = await receiver(
      answering((socket) =>
        socket.write('HTTP/1.1 200 OK\r\nx: ', () => setTimeout(() => socket.resetAndDestroy(), 50)),
      ),
    );
    expect(await open().send(post(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: null,
      error: 'reset',
      hint: 'Your server closed the connection in the middle of its answer.',
    });
  });

  test('in the middle of the body leaves the status that came', async () => {
    const { port } = await receiver(
      answering((socket) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', () =>
          setTimeout(() => socket.resetAndDestroy(), 50),
        ),
      ),
    );
    const result = await open().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.body.toString()).toBe('abc');
  });

  test('on its second use is a reset and is not sent again', async () => {
    const requests: number[] = [];
    const shop = await receiver(
      answering((socket, count) => {
        requests.push(count);
        if (count === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const egress = open();
    expect((await egress.send(post(`http://127.0.0.1:${shop.port}/`))).status).toBe(200);
    expect(await egress.send(post(`http://127.0.0.1:${shop.port}/`))).toMatchObject({
      status: null,
      error: 'reset',
    });
    expect(requests).toEqual([1, 2]);
    expect((await egress.send(post(`http://127.0.0.1:${shop.port}/`))).status).toBe(200);
    expect(shop.connections()).toBe(2);
  });

  test('because nothing listens is told as refused', async () => {
    const gone = await openReceiver(() => undefined);
    await gone.close();
    expect(await open().send(post(`http://127.0.0.1:${gone.port}/`))).toMatchObject({
      error: 'connect',
      hint: 'Your server refused the connection: nothing listens on this port.',
    });
  });

  test('because the name does not resolve is told so', async () => {
    const lost = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await open({ lookup: lost }).send(post('http://shop.example/'))).toMatchObject({
      error: 'dns',
      hint: expect.stringContaining('does not resolve'),
    });
    expect(await open({ lookup: async () => [] }).send(post('http://shop.example/'))).toMatchObject({
      error: 'dns',
    });
    const result = await open({ lookup: () => new Promise(() => undefined) }).send(
      post('http://shop.example/'),
    );
    expectTimeout(result);
    expect(result.hint).toContain('name servers');
  });

  test('because the service stops is told to what is under way, what waits and what comes later', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const egress = open();
    const underway = Array.from({ length: 40 }, () => egress.send(post(`http://127.0.0.1:${port}/`)));
    egress.close();
    for (const result of [
      ...(await Promise.all(underway)),
      await egress.send(post(`http://127.0.0.1:${port}/`)),
    ])
      expect(result).toMatchObject({
        status: null,
        error: 'connect',
        hint: expect.stringContaining('stopping'),
      });
  });
});

describe('an address that is not public', () => {
  test('behind a name that changes its mind is refused at the connection', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const egress = open({ allow: [], lookup: async () => answers.shift() ?? ['127.0.0.1'] });
    const url = `http://shop.example:${shop.port}/`;
    expect(await egress.judgeUrl(url, { livemode: false })).toBeNull();
    expect(await egress.send(post(url))).toMatchObject({
      error: 'blocked',
      hint: expect.stringContaining('loopback'),
    });
    expect(shop.connections()).toBe(0);
  });

  test('among good ones is left out', async () => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open({
      allow: ['127.0.0.1'],
      lookup: async () => ['10.0.0.1', '169.254.169.254', '127.0.0.1', '::1'],
    });
    expect(await egress.send(post(`http://shop.example:${port}/`))).toMatchObject({
      status: 200,
      remoteAddress: '127.0.0.1',
    });
  });

  test('of several, the first that answers is used', async () => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open({ lookup: async () => ['::1', '127.0.0.9', '127.0.0.1'] });
    expect(await egress.send(post(`http://shop.example:${port}/`))).toMatchObject({
      status: 200,
      remoteAddress: '127.0.0.1',
    });
  });
});
