import { randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import { expect } from 'vitest';
import type { DoorAct, DoorDone, DoorUndone } from '../../../web/door/test/acts.ts';
import { openDoors, type Doors } from './doors.ts';
import type { OutageTool, Shown, ToolDay } from './outage-tool.ts';
import { figure, type Chance } from './seed.ts';
import type { TestMerchant, TestService } from './service.ts';
import type { ToolPage } from './tool-page.ts';

const TICKETS = figure(60, 400);

/** The door in outages: lets in, refuses, lets in against a refusal and takes back, and is compared with every scan that the server has. */
export const doorTool: OutageTool = {
  name: 'door',
  driver: 'door/test/driver.ts',
  async prepare(service) {
    const shop = await service.merchant({ name: 'Aminata Stores' });
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const doors = await openDoors(service, shop);
    const tickets = await doors.buy(TICKETS);
    const { pairing, deviceId } = await pairDoor(service, shop, doors);
    return {
      config: { pairing },
      day: createDay({ service, shop, doors, deviceId, codes: tickets.map(({ qr }) => qr) }),
    };
  },
};

/** A phone of a supervisor, paired with the event. */
async function pairDoor({ baseUrl }: TestService, { client, id }: TestMerchant, doors: Doors) {
  const { data: device } = await client.createScannerDevice({
    params: { id: doors.id },
    body: { name: 'Door 1', role: 'supervisor' },
  });
  const { pairing_code } = device;
  const { data: offer } = await createClient({ baseUrl }).lookUpPairingCode({ body: { pairing_code } });
  const publicKey = offer.public_key;
  // As the app's own page asks.
  const headers = () => ({ origin: new URL(baseUrl).origin });
  const { data } = await createClient({ baseUrl, apiKey: publicKey, headers }).pairScanner({
    body: { pairing_code },
  });
  const { name, gate, role, expires_at: expiresAt, livemode } = data.device;
  const pairing = {
    publicKey,
    scannerToken: data.scanner_token,
    storeName: offer.store_name ?? id,
    livemode,
    device: { id: device.id, name, gate, role, expiresAt },
    event: data.event,
  };
  return { pairing, deviceId: device.id };
}

type Place = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly doors: Doors;
  readonly deviceId: string;
  readonly codes: readonly string[];
};
type Scan = {
  readonly id: string;
  readonly nonce: string | null;
  readonly result: string;
  readonly ticket_id: string | null;
  readonly device_id: string;
  readonly forced: boolean;
  readonly conflict: boolean;
  readonly undoes: string | null;
};

/** What one evening was told, and what became of it. */
type Evening = {
  readonly told: DoorDone[];
  readonly undone: DoorUndone[];
  /** Nonces of what was shown to the steward as different from what the server knows. */
  readonly shown: Set<string>;
  /** Told that nothing was kept. */ unkept: number;
};

/** What was decided twice for one question bears two nonces that differ in their first digit alone. */
const questionOf = (nonce: string): string => nonce.slice(1);

function createDay(place: Place): ToolDay {
  const { shop, doors, codes } = place;
  const fresh = [...codes];
  const used: string[] = [];
  const evening: Evening = { told: [], undone: [], shown: new Set(), unkept: 0 };
  /** Let in at another door, which this one has not heard of. */
  let elsewhere: string | null = null;

  const scan = async (page: ToolPage, code: string, isForced = false): Promise<DoorDone | null> => {
    const done = await page.call<DoorDone | null>('act', {
      what: 'scan',
      code,
      isForced,
    } satisfies DoorAct);
    if (done) evening.told.push(done);
    else evening.unkept += 1;
    return done;
  };
  const scanUsed = async (page: ToolPage, chance: Chance): Promise<void> => {
    const code = chance.pick(used);
    const done = await scan(page, code);
    if (done?.refusal === 'TICKET_ALREADY_USED' && chance.happens(0.5)) await scan(page, code, true);
  };
  const takeBack = async (page: ToolPage): Promise<void> => {
    evening.undone.push(await page.call<DoorUndone>('act', { what: 'undo' } satisfies DoorAct));
  };
  return {
    async ready(page, chance) {
      if (chance.happens(0.2)) await page.call('refresh');
    },
    async act(page, chance) {
      const chosen = chance.next();
      const next = elsewhere ?? (chosen < 0.65 || used.length === 0 ? fresh.pop() : undefined);
      elsewhere = null;
      if (next !== undefined) {
        used.push(next);
        await scan(page, next);
      } else if (chosen < 0.82 || chosen >= 0.97) await scanUsed(page, chance);
      else if (chosen < 0.9) await takeBack(page);
      else await scan(page, `A voucher for ${chance.between(1, 99)} leones`);
    },
    async differ() {
      elsewhere = fresh.pop() ?? null;
      if (elsewhere === null) return;
      await shop.client.scanTicket({
        params: { id: doors.id },
        body: { code: elsewhere, nonce: randomUUID() },
      });
    },
    async endOfDay(page) {
      for (const { body } of await page.call<readonly Shown<{ readonly nonce: string }>[]>('toSee'))
        evening.shown.add(questionOf(body.nonce));
      await page.call('markSeen');
    },
    expectExact: () => expectExact(place, evening),
  };
}

async function expectExact({ service, shop, doors, deviceId }: Place, evening: Evening): Promise<string> {
  const { told, undone, shown, unkept } = evening;
  const rows = (await service.query('SELECT * FROM scans WHERE event_id = $1', [
    doors.id,
  ])) as unknown as readonly Scan[];
  const own = rows.filter(({ device_id, nonce }) => device_id === deviceId && nonce !== null);
  const letIn = own.filter(({ result }) => result === 'admitted');
  const countOf = (scans: readonly Scan[], nonce: string): number =>
    scans.filter((one) => questionOf(one.nonce ?? '') === questionOf(nonce)).length;

  const admitted = told.filter(({ result }) => result === 'admitted').flatMap(({ nonces }) => nonces);
  const refused = told.filter(({ result }) => result === 'rejected').flatMap(({ nonces }) => nonces);
  const notOnce = admitted.filter((nonce) => countOf(letIn, nonce) !== 1);
  expect(notOnce, 'each person who was let in stands with the server once').toEqual([]);
  const missing = refused.filter((nonce) => countOf(own, nonce) === 0);
  expect(missing, 'each refusal stands with the server').toEqual([]);
  // Refused here while the server had let in, and its answer was lost: that is shown.
  const countedAfterAll = refused.filter((nonce) => countOf(letIn, nonce) > 0);
  expect(countedAfterAll.filter((nonce) => !shown.has(questionOf(nonce)))).toEqual([]);
  const untold = letIn.length - admitted.length - countedAfterAll.length;
  expect(untold, 'nobody else was let in').toBeGreaterThanOrEqual(0);
  expect(untold).toBeLessThanOrEqual(unkept);

  const back = new Set(rows.flatMap(({ undoes }) => undoes ?? []));
  const idOf = (nonce: string | null): string =>
    own.find((one) => one.nonce === nonce && one.result === 'admitted')?.id ?? '';
  const takenBack = undone.filter(({ isDone }) => isDone);
  expect(takenBack.filter(({ nonce }) => !back.has(idOf(nonce)))).toEqual([]);
  const standing = rows.filter(({ id, result }) => result === 'admitted' && !back.has(id));
  const unheeded = standing.filter(({ forced, conflict }) => !forced && !conflict);
  const once = new Set(unheeded.map(({ ticket_id }) => ticket_id));
  expect(unheeded.length, 'nobody came in twice without being told').toBe(once.size);
  const unseen = own.filter(({ conflict, nonce }) => conflict && !shown.has(questionOf(nonce ?? '')));
  expect(unseen, 'every conflict was shown').toEqual([]);
  const { data: stats } = await shop.client.getScanStats({ params: { id: doors.id } });
  expect(stats.admitted).toBe(new Set(standing.map(({ ticket_id }) => ticket_id)).size);
  return `${told.length} answers (${unkept} more were told that nothing was kept), ${admitted.length} let in, ${takenBack.length} taken back, ${shown.size} shown as different: 0 lost, 0 doubled`;
}
