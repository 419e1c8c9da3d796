import * as fc from 'fast-check';
import { NoRoomError, OtherTabError } from '../index.ts';
import { createDevice, type Device, type Tab } from './device.ts';
import { createServer, WEATHERS, type Server, type Weather } from './server.ts';

/** What was confirmed to a person, and what the device's own rows must say of it. */
export type Model = { readonly confirmed: Map<string, number>; drawer: number };

/** A device with its tabs, a second one for files of what is unsent, and the server. */
export type Real = {
  readonly server: Server;
  readonly device: Device;
  readonly other: Device;
  readonly tabs: Tab[];
  otherTab: Tab | null;
};

export async function begin(): Promise<{ readonly model: Model; readonly real: Real }> {
  const server = createServer();
  const device = createDevice({ send: server.send, probe: server.probe });
  const other = createDevice({ send: server.send });
  return {
    model: { confirmed: new Map(), drawer: 0 },
    real: { server, device, other, tabs: [await device.openTab()], otherTab: null },
  };
}

type Act = fc.AsyncCommand<Model, Real>;
type Run = (model: Model, real: Real) => Promise<void>;
const act = (name: string, run: Run): Act => ({ check: () => true, run, toString: () => name });
/** The tab that writes; where a dead one held the lock, the next has it. */
const writing = ({ tabs }: Real): Tab | undefined =>
  tabs.find(({ outbox }) => outbox.state.value.phase !== 'elsewhere');

/** Sells, and counts it as done only where the outbox said so. */
export const write = (total: number, at: number): Act =>
  act(`write ${total}`, async (model, real) => {
    const tab = real.tabs[at % Math.max(1, real.tabs.length)];
    if (!tab) return;
    try {
      const { client_id } = await tab.outbox.write(['drawer'], async (tx, add) => {
        const before = (await tx.objectStore('drawer').get('cash')) ?? 0;
        await tx.objectStore('drawer').put(before + total, 'cash');
        return add({ kind: 'sale', body: ({ seq }) => ({ total, number: seq }) });
      });
      model.confirmed.set(client_id, total);
      model.drawer += total;
    } catch (error) {
      // Told to the person, who knows that nothing was kept.
      if (!(error instanceof NoRoomError) && !(error instanceof OtherTabError)) throw error;
    }
  });

const weather = (next: Weather): Act =>
  act(`weather ${next}`, async (_, { server }) => void (server.weather = next));
const pass = (ms: number): Act => act(`pass ${ms}`, (_, { device }) => device.pass(ms));
const kill = (at: number): Act =>
  act(`kill ${at}`, async (_, real) => {
    const [dead] = real.tabs.splice(at % Math.max(1, real.tabs.length), 1);
    if (dead) real.device.kill(dead);
    if (real.tabs.length === 0) real.tabs.push(await real.device.openTab());
    await real.device.pass(0);
  });
const openTab = act('another tab', async (_, real) => {
  if (real.tabs.length < 3) real.tabs.push(await real.device.openTab());
});
const takeOver = (at: number): Act =>
  act(`take over ${at}`, async (_, real) => {
    const taken = real.tabs[at % Math.max(1, real.tabs.length)]?.outbox.takeOver();
    await real.device.pass(3_000);
    await taken;
  });
const close = (at: number): Act =>
  act(`close ${at}`, async (_, real) => {
    if (real.tabs.length < 2) return;
    const [closed] = real.tabs.splice(at % real.tabs.length, 1);
    // A batch that hangs is waited for as long as a batch may take.
    const done = closed?.outbox.close();
    await real.device.pass(60_000);
    await done;
  });
/** A newer version of the app: all of its windows begin anew. */
const update = act('update', async (_, real) => {
  for (const tab of real.tabs.splice(0)) real.device.kill(tab);
  real.tabs.push(await real.device.openTab());
  await real.device.pass(0);
});
const clock = (jumpMs: number): Act =>
  act(`clock ${jumpMs}`, async (_, { device }) => device.setWall(jumpMs));
const disk = (isFull: boolean): Act =>
  act(isFull ? 'disk full' : 'disk has room', async (_, { device }) => void (device.disk.isFull = isFull));
const carry = act('export and import', async (_, real) => {
  const tab = writing(real);
  if (!tab || real.device.disk.isFull) return;
  const { text } = await tab.outbox.exportUnsent();
  real.otherTab ??= await real.other.openTab();
  await real.otherTab.outbox.importUnsent(text);
  await real.other.pass(0);
});
const backUp = act('back up', async (_, { server }) => server.backUp());
const restore = act('restore', async (_, { server }) => server.restore());

export const acts = fc.commands<Model, Real, false>(
  [
    fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(2)).map(([total, at]) => write(total, at)),
    fc.tuple(fc.integer({ min: 1, max: 20 }), fc.constant(0)).map(([total, at]) => write(total, at)),
    fc.constantFrom(...WEATHERS).map(weather),
    fc.constantFrom(0, 1_000, 30_000, 300_000, 900_000).map(pass),
    fc.nat(2).map(kill),
    fc.constant(openTab),
    fc.nat(2).map(takeOver),
    fc.nat(2).map(close),
    fc.constant(update),
    fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 86_400_000).map(clock),
    fc.boolean().map(disk),
    fc.constant(carry),
    fc.constant(backUp),
    fc.constant(restore),
  ] as fc.Arbitrary<Act>[],
  { maxCommands: 30 },
);

const QUARTER_MS = 900_000;

/** The network is back, the disk has room, and somebody presses "send again" on what was refused. */
export async function recover(real: Real): Promise<Tab> {
  const { server, device, other } = real;
  server.weather = 'fine';
  device.disk.isFull = false;
  await device.pass(QUARTER_MS);
  for (const tab of [writing(real) ?? real.tabs[0], real.otherTab])
    for (const { client_id } of (await tab?.outbox.list('rejected')) ?? [])
      await tab?.outbox.retry(client_id);
  await device.pass(QUARTER_MS);
  if (real.otherTab) await other.pass(QUARTER_MS);
  const tab = writing(real);
  if (!tab) throw new Error('No window writes.');
  return tab;
}
