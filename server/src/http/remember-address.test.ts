import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { rememberAddress } from './open-http.ts';

test('whoever hung up is still known by the address', async () => {
  const server = createServer();
  rememberAddress(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const { socket } = request;
  client.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.remoteAddress).toBe('127.0.0.1');
  server.close();
});
