import { describe, expect, test } from 'vitest';
import { requestExtentOf } from './request-extent.ts';

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
