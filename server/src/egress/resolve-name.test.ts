import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterEach, expect, test } from 'vitest';
import { resolveName } from './resolve-name.ts';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

type Records = readonly number[][] | null;

/** A name server on loopback; a question of type A or AAAA gets these addresses' bytes, or silence. */
async function nameServer(
  answers: { readonly a: Records; readonly aaaa: Records } | null,
): Promise<Resolver> {
  const socket = createSocket('udp4');
  opened.push(socket);
  socket.on('message', (question, { port, address }) => {
    if (answers === null) return;
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    const records = type === 1 ? answers.a : answers.aaaa;
    if (records === null) return;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const body = records.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...body]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
}

test('a name has all its addresses, IPv4 first', async () => {
  const six = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
  const resolver = await nameServer({
    a: [
      [8, 8, 8, 8],
      [127, 0, 0, 1],
    ],
    aaaa: [six],
  });
  const addresses = await resolveName('shop.example', resolver);
  expect(addresses.toSorted()).toEqual(['127.0.0.1', '2606:4700:4700::1111', '8.8.8.8']);
  expect(addresses.at(-1)).toBe('2606:4700:4700::1111');
});

test('a name with IPv6 alone has that', async () => {
  const resolver = await nameServer({ a: [], aaaa: [[0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]] });
  expect(await resolveName('shop.example', resolver)).toEqual(['fd00::7']);
});

test('silent name servers are given up, without asking the system too', async () => {
  await expect(resolveName('shop.example', await nameServer(null))).rejects.toMatchObject({
    code: 'ETIMEOUT',
  });
});

test('so are those that are silent about one kind of address alone, and know none of the other', async () => {
  for (const answers of [
    { a: [], aaaa: null },
    { a: null, aaaa: [] },
  ])
    await expect(resolveName('shop.example', await nameServer(answers))).rejects.toMatchObject({
      code: 'ETIMEOUT',
    });
});

test('one kind of address is enough, whatever is not said of the other', async () => {
  const resolver = await nameServer({ a: [[8, 8, 8, 8]], aaaa: null });
  expect(await resolveName('shop.example', resolver)).toEqual(['8.8.8.8']);
});

test('localhost is this machine, whatever a name server says', async () => {
  for (const name of ['localhost', 'shop.localhost'])
    expect(await resolveName(name, await nameServer({ a: [[8, 8, 8, 8]], aaaa: [] }))).toEqual([
      '127.0.0.1',
      '::1',
    ]);
});
