import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { OutgoingRequest, OutgoingResult } from '../core/world.ts';
import { createEgress, type Egress, type EgressOptions } from './create-egress.ts';
import { openHttpReceiver, openReceiver, openTlsReceiver, readFixture, type Receiver } from './fixtures/open-receiver.ts';

const loopback = ['127.0.0.0/8', '::1/128'];
const opened: { close: () => unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function open(options: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({ allow: loopback, userAgent: 'Cottontree', ...options });
  opened.push(egress);
  return egress;
}

async function receiver(starting: Promise<Receiver>): Promise<Receiver> {
  const started = await starting;
  opened.push(started);
  return started;
}

function post(url: string, changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { url, method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from('{}'), deadlineMs: 1_000, ...changes };
}

/** Answers each request on a raw connection, which may arrive in several pieces, with `answer`. */
function answering(answer: (socket: Socket, count: number) => void): Promise<Receiver> {
  return openReceiver((socket) => {
    let count = 0;
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) answer(socket, (count += 1));
    });
  });
}

describe('a request goes out', () => {
  test.each([200, 204, 302, 410, 500])('and a status of %i comes back as it is', async (status) => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.writeHead(status, { 'X-Shop': 'Kissy' }).end()));
    const result = await open().send(post(`http://127.0.0.1:${port}/hook`));
    expect(result).toMatchObject({ status, error: null, hint: null, remoteAddress: '127.0.0.1' });
    expect(result.headers['x-shop']).toBe('Kissy');
  });

  test('with its bytes, path, host and headers unchanged, but for those that belong to the connection', async () => {
    const seen: string[] = [];
    const { port } = await receiver(
      openHttpReceiver((request, response) => {
        seen.push(`${request.method} ${request.url}`, request.headers.host ?? '', request.headers['user-agent'] ?? '', String(request.headers['x-own']));
        request.on('data', (chunk) => seen.push(String(chunk))).on('end', () => response.end('thanks'));
      }),
    );
    const headers = { 'x-own': '1', Host: 'evil.example', 'Transfer-Encoding': 'chunked' };
    const result = await open().send(post(`http://localhost:${port}/a?b=c#d`, { headers, body: Buffer.from('{"é":1}') }));
    expect(seen).toEqual(['POST /a?b=c', `localhost:${port}`, 'Cottontree', '1', '{"é":1}']);
    expect(result.body.toString()).toBe('thanks');
  });

  test('over one kept connection when another follows', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open();
    for (let count = 0; count < 5; count += 1) expect((await egress.send(post(`http://127.0.0.1:${shop.port}/`))).status).toBe(200);
    expect(shop.connections()).toBe(1);
  });

  test('over at most 32 connections to one origin, the others waiting their turn', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => setImmediate(() => response.end())));
    const egress = open();
    const results = await Promise.all(Array.from({ length: 200 }, () => egress.send(post(`http://127.0.0.1:${shop.port}/`, { deadlineMs: 5_000 }))));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect(shop.connections()).toBe(32);
  });

  test('and a redirect to the metadata service is an answer, not a way there', async () => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()));
    const result = await open().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/latest/' } });
  });

  test('and a header that would split the request is refused', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const result = await open().send(post(`http://127.0.0.1:${shop.port}/`, { headers: { 'x-own': 'a\r\nx-evil: b' } }));
    expect(result).toMatchObject({ status: null, error: 'blocked' });
    expect(shop.connections()).toBe(0);
  });
});

describe('a slow or endless answer', () => {
  test('that never begins ends at the deadline, within 0.2 s', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const results = await Promise.all(Array.from({ length: 40 }, () => open().send(post(`http://127.0.0.1:${port}/`))));
    for (const result of results) expectTimeout(result);
    expect(results[0]?.hint).toBe('Timed out after 1 s waiting for your server to answer; answer 200 first and do the work afterwards.');
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

  test('that waits in line behind 32 hanging ones ends at the deadline and is never sent', async () => {
    const shop = await receiver(openReceiver(() => undefined));
    const egress = open();
    const results = await Promise.all(Array.from({ length: 40 }, () => egress.send(post(`http://127.0.0.1:${shop.port}/`))));
    for (const result of results) expectTimeout(result);
    expect(results.at(-1)?.hint).toContain('a free connection');
    expect(shop.connections()).toBe(32);
  });

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
    expect(result.body.toString()).toMatch(/^z{10,20}$/);
    expect(result.durationMs).toBeLessThan(500);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
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
    const large = await receiver(answering((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)));
    expect(await open().send(post(`http://127.0.0.1:${large.port}/`))).toMatchObject({ error: 'reset', hint: 'The headers of your answer are larger than 16 KiB.' });
    const many = await receiver(answering((socket) => socket.write(`HTTP/1.1 200 OK\r\n${Array.from({ length: 500 }, (_, at) => `X-${at}: y\r\n`).join('')}content-length: 0\r\n\r\n`)));
    const result = await open().send(post(`http://127.0.0.1:${many.port}/`));
    expect(Object.keys(result.headers)).toHaveLength(64);
  });
});

describe('a connection that breaks', () => {
  test('before the answer is a reset', async () => {
    const { port } = await receiver(answering((socket) => socket.resetAndDestroy()));
    expect(await open().send(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: null, error: 'reset', hint: 'Your server closed the connection without answering.' });
  });

  test('in the middle of the headers is a reset', async () => {
    const { port } = await receiver(answering((socket) => socket.write('HTTP/1.1 200 OK\r\nx: ', () => setTimeout(() => socket.resetAndDestroy(), 50))));
    expect(await open().send(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: null, error: 'reset', hint: 'Your server closed the connection in the middle of its answer.' });
  });

  test('in the middle of the body leaves the status that came', async () => {
    const { port } = await receiver(answering((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', () => setTimeout(() => socket.resetAndDestroy(), 50))));
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
    expect(await egress.send(post(`http://127.0.0.1:${shop.port}/`))).toMatchObject({ status: null, error: 'reset' });
    expect(requests).toEqual([1, 2]);
    expect((await egress.send(post(`http://127.0.0.1:${shop.port}/`))).status).toBe(200);
    expect(shop.connections()).toBe(2);
  });

  test('because nothing listens is told as refused', async () => {
    const gone = await openReceiver(() => undefined);
    await gone.close();
    expect(await open().send(post(`http://127.0.0.1:${gone.port}/`))).toMatchObject({ error: 'connect', hint: 'Your server refused the connection: nothing listens on this port.' });
  });

  test('because the name does not resolve is told so', async () => {
    const lost = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await open({ lookup: lost }).send(post('http://shop.example/'))).toMatchObject({ error: 'dns', hint: expect.stringContaining('does not resolve') });
    expect(await open({ lookup: async () => [] }).send(post('http://shop.example/'))).toMatchObject({ error: 'dns' });
    const result = await open({ lookup: () => new Promise(() => undefined) }).send(post('http://shop.example/'));
    expectTimeout(result);
    expect(result.hint).toContain('name servers');
  });

  test('because the service stops is told to what is under way, what waits and what comes later', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const egress = open();
    const underway = Array.from({ length: 40 }, () => egress.send(post(`http://127.0.0.1:${port}/`)));
    egress.close();
    for (const result of [...(await Promise.all(underway)), await egress.send(post(`http://127.0.0.1:${port}/`))]) expect(result).toMatchObject({ status: null, error: 'connect', hint: expect.stringContaining('stopping') });
  });
});

describe('a TLS receiver', () => {
  const trustedAuthorities = [readFixture('authority.pem')];

  test('with a valid certificate is reached by name and by address', async () => {
    const { port } = await receiver(openTlsReceiver('valid'));
    for (const host of ['localhost', 'localhost.', '127.0.0.1']) expect(await open({ trustedAuthorities }).send(post(`https://${host}:${port}/`))).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
  });

  test.each([
    ['expired', 'Your TLS certificate has expired: renew it.'],
    ['self-signed', 'Your TLS certificate is self-signed: install one from a known authority.'],
    ['other-name', 'Your TLS certificate is for another host name.'],
  ])('with a certificate that is %s is refused and told why', async (certificate, hint) => {
    const { port } = await receiver(openTlsReceiver(certificate));
    expect(await open({ trustedAuthorities }).send(post(`https://localhost:${port}/`))).toMatchObject({ status: null, error: 'tls', hint });
  });

  test('from an authority that is not known is refused', async () => {
    const { port } = await receiver(openTlsReceiver('valid'));
    expect(await open().send(post(`https://localhost:${port}/`))).toMatchObject({ error: 'tls', hint: expect.stringContaining('full chain') });
  });

  test('that knows only TLS 1.1, or no TLS at all, is refused and told why', async () => {
    const old = await receiver(openTlsReceiver('valid', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }));
    expect(await open({ trustedAuthorities }).send(post(`https://localhost:${old.port}/`))).toMatchObject({ error: 'tls', hint: expect.stringContaining('TLS 1.2') });
    const plain = await receiver(openHttpReceiver((_request, response) => response.end()));
    expect(await open().send(post(`https://localhost:${plain.port}/`))).toMatchObject({ error: 'tls', hint: expect.stringContaining('does not speak TLS') });
  });

  test('that accepts and says nothing ends at the deadline', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const result = await open().send(post(`https://127.0.0.1:${port}/`));
    expectTimeout(result);
    expect(result.hint).toContain('TLS handshake');
  });
});

describe('an address that is not public', () => {
  test('behind a name that changes its mind is refused at the connection', async () => {
    const shop = await receiver(openHttpReceiver((_request, response) => response.end()));
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const egress = open({ allow: [], lookup: async () => answers.shift() ?? ['127.0.0.1'] });
    const url = `http://shop.example:${shop.port}/`;
    expect(await egress.judgeUrl(url, { livemode: false })).toBeNull();
    expect(await egress.send(post(url))).toMatchObject({ error: 'blocked', hint: expect.stringContaining('loopback') });
    expect(shop.connections()).toBe(0);
  });

  test('among good ones is left out', async () => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open({ allow: ['127.0.0.1'], lookup: async () => ['10.0.0.1', '169.254.169.254', '127.0.0.1', '::1'] });
    expect(await egress.send(post(`http://shop.example:${port}/`))).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
  });

  test('of several, the first that answers is used', async () => {
    const { port } = await receiver(openHttpReceiver((_request, response) => response.end()));
    const egress = open({ lookup: async () => ['::1', '127.0.0.9', '127.0.0.1'] });
    expect(await egress.send(post(`http://shop.example:${port}/`))).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
  });
});

function expectTimeout(result: OutgoingResult): void {
  expect(result).toMatchObject({ status: null, error: 'timeout' });
  expect(result.durationMs).toBeGreaterThan(990);
  expect(result.durationMs).toBeLessThan(1_200);
}
