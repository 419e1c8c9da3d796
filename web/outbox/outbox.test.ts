import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { NoRoomError, OtherTabError } from './index.ts';
import { createDevice, type Tab, type ToolSchema } from './test/device.ts';
import { createServer, type Server } from './test/server.ts';

const MINUTE_MS = 60_000;

async function oneTill(options: { random?: () => number; catchUp?: () => Promise<void> } = {}) {
  const server = createServer();
  const device = createDevice({ send: server.send, probe: server.probe, ...options });
  const tab = await device.openTab();
  return { server, device, tab };
}

/** A sale that also changes what is in the drawer, as a tool does it. */
async function sell({ outbox }: Tab, total: number) {
  return outbox.write(['drawer'], async (tx, add) => {
    const before = (await tx.objectStore('drawer').get('cash')) ?? 0;
    await tx.objectStore('drawer').put(before + total, 'cash');
    return add({ kind: 'sale', body: ({ seq }) => ({ total, number: seq }) });
  });
}

const totals = (server: Server) => server.sales().map(({ total }) => total);

test('what is done is sent in order, and acked only then', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'gone';
  const first = await sell(tab, 10);
  await sell(tab, 20);
  await device.pass(0);
  expect(first.client_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 2, phase: 'waiting', trouble: { kind: 'network' } });
  expect(server.sales()).toEqual([]);
  server.weather = 'fine';
  await device.pass(2 * MINUTE_MS);
  expect(totals(server)).toEqual([10, 20]);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 0, phase: 'idle', trouble: null });
  expect((await tab.outbox.list('acked')).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(await tab.db.get('drawer', 'cash')).toBe(30);
});

test('an answer for another hash, or for other entries, is none', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'other hash';
  await sell(tab, 10);
  await device.pass(10 * MINUTE_MS);
  expect(tab.outbox.state.value.unsent).toBe(1);
  server.weather = 'half answered';
  await sell(tab, 20);
  await sell(tab, 30);
  await device.pass(10 * MINUTE_MS);
  expect(tab.outbox.state.value.unsent).toBe(0);
  expect(totals(server)).toEqual([10, 20, 30]);
});

test.each(['gone', 'hangs', 'answer lost', 'portal', '500', '503', '429', '401', 'older server'] as const)(
  'a quarter of an hour of "%s" keeps everything, and nothing comes twice',
  async (weather) => {
    const { server, device, tab } = await oneTill();
    server.weather = weather;
    for (const total of [1, 2, 3]) await sell(tab, total);
    await device.pass(15 * MINUTE_MS);
    // A try that hangs takes its time, and may be under way at this very minute.
    for (let seconds = 0; seconds < 30 && tab.outbox.state.value.phase === 'sending'; seconds += 1)
      await device.pass(1_000);
    expect(tab.outbox.state.value).toMatchObject({ unsent: 3, toSee: 0, phase: 'waiting' });
    expect(tab.outbox.state.value.trouble?.kind).toBe(
      weather === '401'
        ? 'sign-in'
        : ['500', '503', '429', 'older server'].includes(weather)
          ? 'busy'
          : 'network',
    );
    server.weather = 'fine';
    await device.pass(3 * MINUTE_MS);
    expect(tab.outbox.state.value.unsent).toBe(0);
    expect(totals(server)).toEqual([1, 2, 3]);
  },
);

test('Retry-After is waited for, and the wait grows by chance up to a minute', async () => {
  const { server, device, tab } = await oneTill({ random: () => 0 });
  server.weather = '429';
  await sell(tab, 10);
  await device.pass(0);
  server.weather = 'fine';
  await device.pass(29_000);
  expect(server.sales()).toEqual([]);
  await device.pass(1_000);
  expect(totals(server)).toEqual([10]);
});

test('one that is refused does not hold up the others, stays until somebody saw it, and can be sent again', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'gone';
  for (const total of [5, 7, 9]) await sell(tab, total);
  server.weather = 'one refused';
  await device.pass(3 * MINUTE_MS);
  expect(totals(server)).toEqual([5, 9]);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 0, toSee: 1 });
  const [refused] = await tab.outbox.listToSee();
  expect(refused).toMatchObject({
    body: { total: 7 },
    status: 'rejected',
    answer: { code: 'VALIDATION_FAILED', status: 422 },
  });
  server.weather = 'fine';
  await tab.outbox.retry(refused?.client_id ?? '');
  await device.pass(0);
  expect(totals(server)).toEqual([5, 9, 7]);
  expect(tab.outbox.state.value.toSee).toBe(0);
});

test('a conflict counts until somebody saw it', async () => {
  const { device, tab } = await oneTill();
  const { client_id } = await sell(tab, 13);
  await device.pass(0);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 0, toSee: 1 });
  await tab.outbox.markSeen(client_id);
  expect(tab.outbox.state.value.toSee).toBe(0);
  expect(await tab.outbox.listToSee()).toEqual([]);
});

test('a browser that is killed while it sends loses nothing, and what it sent comes once', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'hangs';
  await sell(tab, 10);
  await device.pass(0);
  expect((await tab.outbox.list('sending')).length).toBe(1);
  device.kill(tab);
  server.weather = 'answer lost';
  const again = await device.openTab();
  await device.pass(0);
  server.weather = 'fine';
  await device.pass(3 * MINUTE_MS);
  expect(totals(server)).toEqual([10]);
  expect(again.outbox.state.value.unsent).toBe(0);
});

test('of two tabs one writes; the other is told, and may take over', async () => {
  const { server, device, tab } = await oneTill();
  const second = await device.openTab();
  expect(second.outbox.state.value.phase).toBe('elsewhere');
  await expect(sell(second, 1)).rejects.toThrow(OtherTabError);
  await sell(tab, 10);
  await device.pass(0);
  await second.outbox.takeOver();
  await device.pass(0);
  await expect(sell(tab, 1)).rejects.toThrow(OtherTabError);
  expect(tab.outbox.state.value.phase).toBe('elsewhere');
  await sell(second, 20);
  await device.pass(0);
  await second.outbox.close();
  await device.pass(0);
  await sell(tab, 30);
  await device.pass(MINUTE_MS);
  expect(totals(server)).toEqual([10, 20, 30]);
});

test('a tab that takes over reads anew what the other wrote, and writes nothing before', async () => {
  const reading: (() => void)[] = [];
  const catchUp = () => new Promise<void>((resolve) => reading.push(resolve));
  const { server, device, tab } = await oneTill({ catchUp });
  const second = await device.openTab();
  await sell(tab, 10);
  await device.pass(0);
  expect(reading).toEqual([]);
  await second.outbox.takeOver();
  await device.pass(0);
  expect(reading.length).toBe(1);
  expect(second.outbox.state.value.phase).toBe('elsewhere');
  await expect(sell(second, 1)).rejects.toThrow(OtherTabError);
  reading[0]?.();
  await device.pass(0);
  await sell(second, 20);
  await device.pass(MINUTE_MS);
  expect(totals(server)).toEqual([10, 20]);
});

test('a window that another takes over from says so, at whatever moment of a try that is', async () => {
  const { server, device, tab } = await oneTill();
  let [writing, other] = [tab, await device.openTab()];
  server.weather = 'gone';
  await sell(writing, 10);
  for (let moment = 0; moment < 40; moment += 1) {
    await device.pass(MINUTE_MS);
    writing.outbox.sendNow();
    for (let turns = 0; turns < moment; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    const taken = other.outbox.takeOver();
    await device.pass(0);
    await taken;
    expect([moment, writing.outbox.state.value.phase]).toEqual([moment, 'elsewhere']);
    expect(other.outbox.state.value).toMatchObject({ unsent: 1, phase: 'waiting' });
    [writing, other] = [other, writing];
  }
});

test('a network that is back while a try still fails is not kept waiting', async () => {
  const { server, device, tab } = await oneTill({ random: () => 1 });
  server.weather = 'gone';
  await sell(tab, 10);
  await device.pass(10 * MINUTE_MS);
  server.weather = 'hangs';
  tab.outbox.sendNow();
  await device.pass(0);
  server.weather = 'fine';
  tab.outbox.sendNow();
  await device.pass(20_000);
  expect(totals(server)).toEqual([10]);
});

test('a full disk is told before the act is confirmed, and nothing of the act is kept', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'gone';
  await sell(tab, 10);
  await device.pass(0);
  device.disk.isFull = true;
  await expect(sell(tab, 20)).rejects.toThrow(NoRoomError);
  expect(await tab.db.get('drawer', 'cash')).toBe(10);
  server.weather = 'fine';
  await device.pass(5 * MINUTE_MS);
  expect(totals(server)).toEqual([10]);
  device.disk.isFull = false;
  await device.pass(5 * MINUTE_MS);
  expect(tab.outbox.state.value.unsent).toBe(0);
  expect(totals(server)).toEqual([10]);
});

test('a refusal that finds no room to be noted is heard again once there is room, and holds up nothing for good', async () => {
  const { server, device, tab } = await oneTill();
  await sell(tab, 7);
  server.weather = 'one refused';
  device.disk.isFull = true;
  await device.pass(3 * MINUTE_MS);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 1, trouble: { kind: 'storage' } });
  device.disk.isFull = false;
  await device.pass(3 * MINUTE_MS);
  expect(tab.outbox.state.value).toMatchObject({ unsent: 0, toSee: 1 });
  server.weather = 'fine';
  await sell(tab, 9);
  await device.pass(MINUTE_MS);
  expect(totals(server)).toEqual([9]);
});

test('what a server lost that was restored from a backup is offered again', async () => {
  const { server, device, tab } = await oneTill();
  await sell(tab, 10);
  await device.pass(0);
  server.backUp();
  await sell(tab, 20);
  await device.pass(0);
  server.restore();
  expect(totals(server)).toEqual([10]);
  await device.pass(11 * MINUTE_MS);
  expect(totals(server)).toEqual([10, 20]);
});

test('what is unsent goes to another device in a file, comes once, and a file that was changed is refused', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'gone';
  for (const total of [10, 20]) await sell(tab, total);
  const file = await tab.outbox.exportUnsent();
  expect(file).toMatchObject({ count: 2, name: 'unsent-202611230800.json' });
  const other = createDevice({ send: server.send });
  const elsewhere = await other.openTab();
  await expect(
    elsewhere.outbox.importUnsent(file.text.replace('"total": 20', '"total": 21')),
  ).rejects.toMatchObject({ code: 'DAMAGED' });
  await expect(elsewhere.outbox.importUnsent('<html>')).rejects.toMatchObject({ code: 'NOT_OURS' });
  await expect(elsewhere.outbox.importUnsent(file.text.replace('mer_1', 'mer_2'))).rejects.toMatchObject({
    code: 'OF_ANOTHER',
  });
  expect(await elsewhere.outbox.importUnsent(file.text)).toEqual({ added: 2, known: 0, differing: [] });
  expect(await elsewhere.outbox.importUnsent(file.text)).toEqual({ added: 0, known: 2, differing: [] });
  server.weather = 'fine';
  await other.pass(3 * MINUTE_MS);
  await device.pass(3 * MINUTE_MS);
  expect(totals(server)).toEqual([10, 20]);
  expect(tab.outbox.state.value.unsent).toBe(0);
});

test('times never go back, however the clock of the device is set', async () => {
  const { server, device, tab } = await oneTill();
  for (const jumpMs of [0, -86_400_000, 3_600_000, -7_200_000]) {
    device.setWall(jumpMs);
    await sell(tab, 1);
    await device.pass(1_000);
  }
  const times = server.sales().map(({ occurred_at }) => occurred_at);
  expect(times).toEqual([...times].sort());
  expect(new Set(times).size).toBe(4);
});

test('what the server did while a person watched is not sent, and is offered where the server loses it', async () => {
  const { server, device, tab } = await oneTill();
  server.backUp();
  const watched = await tab.outbox.write(['drawer'], async (_tx, add) =>
    add({
      kind: 'sale',
      body: ({ seq }) => ({ total: 30, number: seq }),
      acked: { answer: { id: 'sal_1' } },
    }),
  );
  await sell(tab, 10);
  await device.pass(0);
  expect(watched).toMatchObject({
    status: 'acked',
    settled_at: watched.occurred_at,
    answer: { id: 'sal_1' },
  });
  // This server was told of it in another way, as by the call that the person watched: here it knows it only once it is offered.
  await device.pass(11 * MINUTE_MS);
  expect(totals(server)).toEqual([10, 30]);
  server.restore();
  await device.pass(11 * MINUTE_MS);
  expect(totals(server)).toEqual([30, 10]);
});

test('an older window gives way to a newer version, which finds what is unsent', async () => {
  const { server, device, tab } = await oneTill();
  server.weather = 'gone';
  await sell(tab, 10);
  const db = await openDB<ToolSchema>(device.name, 2, { upgrade: () => undefined });
  expect(tab.outbox.state.value.phase).toBe('elsewhere');
  await expect(sell(tab, 20)).rejects.toThrow(OtherTabError);
  await tab.outbox.takeOver();
  await expect(sell(tab, 20)).rejects.toThrow(OtherTabError);
  expect(await db.getAll('outbox')).toMatchObject([{ settled_at: null, body: { total: 10 } }]);
  db.close();
});
