import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oids, oneRow, welcome } from '../../../test/kit/speak-postgres.ts';
import { statement } from '../statement.ts';
import type { Runner } from '../store.ts';
import { openReplicas } from './open-replicas.ts';
import { Replica } from './replica.ts';

const POSITION = { system: '7', timeline: 1, bytes: 5n };
const STANDS = oneRow([
  ['standby', oids.bool, 't'],
  ['system', oids.text, POSITION.system],
  ['timeline', oids.int4, String(POSITION.timeline)],
  ['bytes', oids.text, String(POSITION.bytes)],
  ['sees_timeline', oids.bool, 't'],
]);

/** A standby that says where it stands, to whoever reads nothing; a read never ends there. */
let server: Server;
let isMute = false;
const sockets = new Set<Socket>();
let asking: Socket[] = [];
let reading = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    let begun = false;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (heard) => {
      const said = heard.toString('utf8');
      if (!begun) socket.write(welcome);
      else if (said.includes('BEGIN')) reading += 1;
      else if (said.includes('AS sees_timeline')) {
        if (isMute) asking.push(socket);
        else socket.write(STANDS);
      }
      begun = true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  sockets.forEach((socket) => socket.destroy());
  server.close();
});

const settings = () => ({
  name: 'near',
  connection: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'shop' },
  prepared: true,
  monotonicMs: () => performance.now(),
  onTrouble: () => undefined,
  onNews: () => undefined,
});
const goods = statement({
  name: 'test.goods',
  params: {},
  row: { amount: 'int4' },
  sql: 'SELECT 1 AS amount',
});

test('a look that began before a replica failed a read does not take it in again', async () => {
  const replica = new Replica(settings());
  const marks = [{ ...POSITION, atMs: 0 }];
  await replica.look(marks);
  expect(replica.isUp).toBe(true);
  isMute = true;
  const looked = replica.look(marks);
  await expect.poll(() => asking.length).toBe(1);
  replica.doubt('failed a read');
  asking.forEach((socket) => socket.write(STANDS));
  await looked;
  expect(replica.isUp).toBe(false);
  isMute = false;
  asking = [];
  await replica.look(marks);
  expect(replica.isUp).toBe(true);
  await replica[Symbol.asyncDispose]();
});

test('a replica that stays about as late as it may be does not come and go', async () => {
  let nowMs = 10_000;
  const told: string[] = [];
  const onTrouble = (error: unknown): void => void told.push(String(error));
  const replica = new Replica({ ...settings(), monotonicMs: () => nowMs, onTrouble });
  const lookWhenLate = async (lateMs: number): Promise<boolean> => {
    nowMs += 250;
    await replica.look([
      { ...POSITION, atMs: nowMs - 1_000 },
      { ...POSITION, bytes: 6n, atMs: nowMs - lateMs },
    ]);
    return replica.isUp;
  };
  const steadily: boolean[] = [];
  for (const lateMs of [150, 250, 400, 150, 350, 200, 400, 150]) steadily.push(await lookWhenLate(lateMs));
  expect(steadily).toEqual([true, true, false, false, false, false, false, false]);
  const near: boolean[] = [];
  for (const lateMs of [50, 20, 50, 20, 50, 250]) near.push(await lookWhenLate(lateMs));
  expect(near).toEqual([false, false, false, false, true, true]);
  expect(told.filter((words) => words.includes('left out'))).toHaveLength(1);
  await replica[Symbol.asyncDispose]();
});

test('a replica whose connections are all in use is busy, and is not taken for one that was lost', async () => {
  const asked: string[] = [];
  const primary: Runner = {
    run: async ({ name }) => {
      asked.push(name);
      return (name === 'store.position' ? [POSITION] : [{ amount: 1 }]) as never;
    },
  };
  const replicas = openReplicas({ ...settings(), replicas: [settings()], primary });
  const figure = (name: string) =>
    replicas.figures().find((one) => one.name === `cottontree_replica_${name}`)?.values;
  await expect.poll(() => figure('up')).toEqual([{ labels: { replica: 'near' }, value: 1 }]);
  const reader = replicas.reader(
    { role: 'cottontree_app', merchantIds: [], statementTimeoutMs: 20_000 },
    primary,
  );
  const slow = Array.from({ length: 6 }, () => reader.run(goods, {}));
  await expect.poll(() => reading).toBe(6);
  expect(await reader.run(goods, {})).toEqual([{ amount: 1 }]);
  expect(figure('fallbacks_total')).toEqual([{ labels: { reason: 'busy' }, value: 1 }]);
  expect(figure('up')).toEqual([{ labels: { replica: 'near' }, value: 1 }]);
  sockets.forEach((socket) => socket.destroy());
  await Promise.all(slow);
  await replicas[Symbol.asyncDispose]();
});
