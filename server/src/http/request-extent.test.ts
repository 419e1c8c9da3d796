import { createServer, type IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { requestExtentOf } from './refuse-on-socket.ts';

const of = (...lines: readonly string[]) =>
  requestExtentOf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));

describe('how far a request goes', () => {
  test('is its head, and as much more as the head says', () => {
    const head = 'POST /v1/shipping/quote?x=1 HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: \t12 \r\n\r\n';
    expect(requestExtentOf(Buffer.from(`${head}{"a"`))).toEqual({
      method: 'POST',
      target: '/v1/shipping/quote?x=1',
      headerLines: 2,
      lengthBytes: head.length + 12,
      requestId: undefined,
      keepsConnection: true,
    });
  });

  test('is told with the id that its client chose, where that is well formed', () => {
    expect(of('GET / HTTP/1.1', 'X-Request-Id: order-7')?.requestId).toBe('order-7');
    expect(of('GET / HTTP/1.1', 'X-Request-Id: order\x00 7')?.requestId).toBeUndefined();
  });

  test('is told with whether the connection is kept as it is', () => {
    const kept = (value: string) => of('GET / HTTP/1.1', `Connection: ${value}`)?.keepsConnection;
    expect([kept('keep-alive'), kept('Keep-Alive '), kept('close'), kept('keep-alive, close')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ['the head has not come whole', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['it is of another version', 'GET / HTTP/1.0\r\n\r\n'],
    ['there are two spaces', 'GET  / HTTP/1.1\r\n\r\n'],
    ['an empty line comes first', '\r\nGET / HTTP/1.1\r\n\r\n'],
    ['a line ends with a line feed alone', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
    ['the head may end earlier for others', 'GET / HTTP/1.1\r\nHost: a\n\nGET / HTTP/1.1\r\n\r\n'],
    ['two lengths are named', 'GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n'],
    ['the length is a list', 'GET / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n'],
    ['the length has a sign', 'GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n'],
    ['the length is no decimal number', 'GET / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n'],
    ['a space stands before the colon', 'GET / HTTP/1.1\r\nContent-Length : 1\r\n\r\n'],
    ['the body comes in chunks', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['the client waits to be told to go on', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n'],
    ['another protocol is wanted', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'],
  ])('is not told where %s', (_, text) => {
    expect(requestExtentOf(Buffer.from(text, 'latin1'))).toBeNull();
  });
});

type Heard = {
  readonly requests: readonly string[];
  readonly keepsConnection: boolean;
  readonly fault: string;
};

/** What Node's own server hears on a connection that brings these bytes and ends. */
function heardByNode(bytes: Buffer): Promise<Heard> {
  return new Promise((resolve) => {
    const requests: string[] = [];
    let keepsConnection = true;
    const end = (fault: string): void => resolve({ requests, keepsConnection, fault });
    const server = createServer({ requireHostHeader: false }, (request: IncomingMessage, response) => {
      let length = 0;
      keepsConnection &&= response.shouldKeepAlive;
      request.on('data', (part: Buffer) => (length += part.length));
      request.on('end', () => {
        requests.push(`${request.method} ${request.url} ${request.rawHeaders.length / 2} ${length}`);
        response.end();
      });
    });
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => end(code ?? 'a fault'));
    for (const event of ['upgrade', 'connect', 'checkContinue']) server.on(event, () => end(event));
    const [near, far] = duplexPair();
    server.emit('connection', far);
    near.on('end', () => end(''));
    near.resume();
    near.end(bytes);
  });
}

const NAMES = [
  'Content-Length',
  'content-length',
  'Connection',
  'Proxy-Connection',
  'Transfer-Encoding',
  'Expect',
  'Upgrade',
  'X',
  'Content-Length-Of',
  '"X"',
  'X ',
  ' X',
];
const SEPARATORS = [':', ': ', ':\t', ': \t ', ' : ', '', '=', ':\r\n ', ':\x0b'];
const VALUES = [
  '',
  '0',
  '00',
  '5',
  '005',
  '000000005',
  '0000000005',
  '+5',
  '-5',
  '5.0',
  '0x5',
  '5e0',
  '5,5',
  '5, 5',
  '5 5',
  'chunked',
  'identity',
  'close',
  'keep-alive',
  'Keep-Alive',
  'keep-alive, close',
  'upgrade',
  '100-continue',
  'a\x00',
  'a\x7f',
  '\x80\xff',
  'a\rb',
  'a\nb',
  'a\r\r\nb',
];
const ENDS = [
  '',
  ' ',
  '\t',
  ' \t',
  '\x0b',
  '\r',
  '\r\n 5',
  '\r\nContent-Length: 5',
  '\r\nContent-Length: 00',
];
const FIRSTS = [
  'POST /v1/a',
  'FOO /v1/a',
  'CONNECT /v1/a',
  'POST v1',
  'POST /v1/\x01',
  'POST /v1/\xe4',
  'POST /v1/a#b?c#d"<>[]\\^`{|}',
  'post /v1/a',
];
const NEXT = 'GET /next HTTP/1.1\r\n\r\n';

describe('where it is told how far a request goes, the parser of Node sees it end there, and the next one begin', () => {
  async function differences(head: string): Promise<readonly string[]> {
    const extent = requestExtentOf(Buffer.from(head, 'latin1'));
    if (!extent) return [];
    const body = 'b'.repeat(extent.lengthBytes - head.length);
    const heard = await heardByNode(
      Buffer.from(`${head}${body}${extent.keepsConnection ? NEXT : ''}`, 'latin1'),
    );
    const told = {
      requests: [
        `${extent.method} ${extent.target} ${extent.headerLines} ${body.length}`,
        ...(extent.keepsConnection ? ['GET /next 0 0'] : []),
      ],
      // It may be told of less than is kept, for then the parser sees it.
      keepsConnection: extent.keepsConnection || heard.keepsConnection,
      fault: '',
    };
    return JSON.stringify(told) === JSON.stringify(heard) ? [] : [JSON.stringify({ head, told, heard })];
  }

  test.each(NAMES)('with lines that begin with "%s"', async (name) => {
    const lines = SEPARATORS.flatMap((separator) =>
      VALUES.flatMap((value) => ENDS.map((end) => `${name}${separator}${value}${end}`)),
    );
    const found = await Promise.all(
      lines.map((line) => differences(`POST /v1/a HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`)),
    );
    expect(found.flat()).toEqual([]);
  });

  test.each(FIRSTS)('with "%s" as the first line', async (first) => {
    expect(await differences(`${first} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n`)).toEqual([]);
  });
});
