import { createClient } from '@cottontree/client';
import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { said, slotsOf, withId, type Slot } from './kit/foreign-slots.ts';
import { pageRequests, PIN } from './kit/page-requests.ts';
import { parcel } from './kit/parcel.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import { repeatablesOn } from './kit/cases.ts';
import { openStage } from './kit/repeatable/open-stage.ts';
import type { RepeatStage } from './kit/repeatable/repeatable.ts';
import { tell } from './kit/seed.ts';
import { ABSENT, kindOf, thingsOf, type Kind, type Things } from './kit/things.ts';

const HEADERS = ['x-scanner-token', 'x-terminal-token', 'x-client-secret'] as const;
type Tokens = Readonly<Record<(typeof HEADERS)[number], string>>;
type Owner = { readonly things: Things; readonly tokens: Tokens };
type Whose = 'another merchant' | 'the other mode';

/** Of nobody, in the forms that tokens have. */
const UNKNOWN: Tokens = {
  'x-scanner-token': `sct_${'0'.repeat(43)}`,
  'x-terminal-token': `trt_${'0'.repeat(43)}`,
  'x-client-secret': `${ABSENT.pay}_secret_${'0'.repeat(22)}`,
};

let stage: RepeatStage;
let probe: Probe;
let publicKey: string;
let own: Owner;
let others: Readonly<Record<Whose, Owner>>;

beforeAll(async () => {
  stage = await openStage({ TRUSTED_PROXIES: '127.0.0.1/32' });
  probe = createProbe(stage.service.baseUrl);
  const { service, shop } = stage;
  const [stranger, live] = [await service.merchant(), await service.key(shop.id, { livemode: true })];
  publicKey = await service.key(shop.id, { kind: 'public', scopes: [] });
  own = await ownerOf(shop.key, publicKey);
  others = {
    'another merchant': await ownerOf(
      stranger.key,
      await service.key(stranger.id, { kind: 'public', scopes: [] }),
    ),
    'the other mode': await ownerOf(
      live,
      await service.key(shop.id, {
        kind: 'public',
        scopes: [],
        livemode: true,
        origins: ['https://shop.example'],
      }),
    ),
  };
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => stage.service[Symbol.asyncDispose]());

/** Things of a merchant, and tokens that let its own devices and buyers in. */
async function ownerOf(key: string, page: string): Promise<Owner> {
  const { service } = stage;
  const things = await thingsOf(service, { key, clock: false });
  const client = createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
  const claim = async (id: 'pairScanner' | 'claimTerminal', code: string): Promise<Seen> =>
    probe.ask(id, { key: page, body: { pairing_code: code }, headers: { origin: 'https://shop.example' } });
  const { data: device } = await client.createScannerDevice({
    params: { id: things.evt ?? '' },
    body: { name: 'Door 3' },
  });
  const { data: pairing } = await client.pairTerminal({ params: { id: things.trm ?? '' } });
  await client.setStaffPin({ params: { id: things.stf ?? '' }, body: { pin: PIN } });
  const { data: payment } = await client.createPayment({ body: { amount: 5, channel: 'cash' } });
  const tokens = {
    'x-scanner-token': (await claim('pairScanner', device.pairing_code)).data['scanner_token'],
    'x-terminal-token': (await claim('claimTerminal', pairing.pairing_code)).data['terminal_token'],
    'x-client-secret': payment.client_secret,
  };
  for (const [name, token] of Object.entries(tokens)) expect(token, name).toEqual(expect.any(String));
  return { things: { ...things, pay: payment.id }, tokens: tokens as Tokens };
}

const repeatable = repeatablesOn(() => stage);
const declared = Object.values(operations) as readonly Operation[];
const ofPages = declared.filter(({ publicKey: open }) => open);
const ofCouriers = declared.filter(({ by }) => by === 'driver');
const named = (some: readonly Operation[]): readonly [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);
const looked = { publicSlots: 0, headers: 0, courierSlots: 0 };
/** Slots whose request is answered alike whatever stands there, the asker's own too. */
const unreached: string[] = [];
afterAll(() =>
  tell(
    `foreign callers: ${looked.publicSlots} slots with a public key, ${looked.headers} headers, ${looked.courierSlots} slots of couriers; ${unreached.length} refused before the slot is looked at`,
  ),
);

type Asking = { readonly slot: Slot; readonly make: () => Promise<ProbeInput> };

/** Asks with one id after the other, each time with a request that would do something. */
function asker({ slot, make }: Asking): (id: string) => Promise<string> {
  return async (id) =>
    said(await probe.ask(slot.operation.id as OperationId, withId(await make(), slot, id)), id, slot.kind);
}

/** The same with what is there already in a path, and with a thing of the asker's own elsewhere. */
async function askOwn({ slot, make }: Asking, things: Things): Promise<string> {
  const input = await make();
  const id = slot.place === 'params' ? input.params?.[slot.path] : things[slot.kind];
  if (id === undefined) return expect.fail(`No own ${slot.kind}.`);
  return said(await probe.ask(slot.operation.id as OperationId, withId(input, slot, id)), id, slot.kind);
}

/** What a page sends for a thing of its shop, or of somebody else's. */
function pageRequest({ example }: Operation, things: Things): ProbeInput {
  const params = Object.fromEntries(
    Object.entries(example.params ?? {}).map(([name, id]) => [
      name,
      things[kindOf(id)] ?? ABSENT[kindOf(id)],
    ]),
  );
  return { key: publicKey, params, query: example.query, body: example.body };
}

/** What no request gets to, each with its reason. */
const NOT_LOOKED_AT: Readonly<Record<string, string>> = {
  'createPayment body sale_id': 'refused whatever it names: a sale is paid by an operation of its own',
  'createWidgetSession body terminal_id': 'refused whatever it names: the token says which till it is',
  'scanTicketAtDoor body device_id': 'a word for the log; the token says which device it is',
  'syncScansAtDoor body device_id': 'the same',
  'undoScanAtDoor body device_id': 'the same',
};

/** That an id of one's own in the slot would be answered otherwise: else the comparison proves nothing. */
function judgeReach({ operation, place, path }: Slot, { mine, absent }: Record<'mine' | 'absent', string>) {
  const name = `${operation.id} ${place} ${path}`;
  if (name in NOT_LOOKED_AT) expect(mine, name).toBe(absent);
  else if (mine === absent) unreached.push(`${name}: ${mine.slice(0, 200)}`);
}

describe('with a public key', () => {
  // With tokens of its own, so that no door stands before the slot.
  const slots = slotsOf(ofPages, new Set<Kind>());

  test.each(named(ofPages.filter((operation) => slots.some((slot) => slot.operation === operation))))(
    'an id of another merchant or mode is to %s the same as none, in every slot',
    async (_id, operation) => {
      for (const slot of slots.filter((one) => one.operation === operation)) {
        looked.publicSlots += 1;
        const make =
          pageRequests({
            probe,
            shop: stage.shop,
            publicKey,
            things: own.things,
            scannerToken: own.tokens['x-scanner-token'],
            terminalToken: own.tokens['x-terminal-token'],
          })[operation.id as OperationId] ??
          (async () => ({ ...pageRequest(operation, own.things), headers: own.tokens }));
        const ask = asker({ slot, make });
        const absent = await ask(ABSENT[slot.kind]);
        judgeReach(slot, { absent, mine: await askOwn({ slot, make }, own.things) });
        for (const [whose, { things }] of Object.entries(others))
          expect(
            await ask(things[slot.kind] ?? expect.fail(`No ${slot.kind}.`)),
            `${slot.place} ${slot.path} of ${whose}`,
          ).toBe(absent);
      }
    },
  );

  test.each(named(ofPages))(
    'a token of another merchant or mode is to %s the same as none, in every header',
    async (_id, operation) => {
      for (const [whose, { things, tokens }] of Object.entries(others)) {
        for (const header of HEADERS) {
          looked.headers += 1;
          for (const [about, input] of [
            ['its own thing', pageRequest(operation, own.things)],
            ['theirs', pageRequest(operation, things)],
          ] as const) {
            const ask = async (token: string): Promise<string> =>
              said(
                await probe.ask(operation.id as OperationId, { ...input, headers: { [header]: token } }),
                token,
                'pay',
              );
            expect(await ask(tokens[header]), `${header} of ${whose}, asking for ${about}`).toBe(
              await ask(UNKNOWN[header]),
            );
          }
        }
      }
    },
  );

  test('every slot and header was looked at', () => {
    expect(looked.publicSlots).toBe(slots.length);
    expect(looked.headers).toBe(ofPages.length * HEADERS.length * Object.keys(others).length);
    expect(Math.min(slots.length, ofPages.length)).toBeGreaterThan(20);
    expect(unreached).toEqual([]);
  });
});

describe('in the session of a courier', () => {
  const slots = slotsOf(ofCouriers, new Set<Kind>());

  /** A request of a courier who is to do it; one who only reads has a job as well. */
  async function ride({ id, example }: Operation): Promise<ProbeInput> {
    const made = await repeatable[id as OperationId]?.request();
    return (
      made ?? { ...(await repeatable.arriveAtStop?.request()), body: example.body, query: example.query }
    );
  }

  /** An offer that was made to another courier, and not only stands open to whoever is on shift. */
  async function offerOfAnother(): Promise<string> {
    const courier = await stage.service.courier();
    await courier.client.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } });
    const { data } = await stage.shop.client.createDelivery({ body: parcel });
    await stage.shop.client.startOffers({
      params: { jobNumber: data.job_number },
      body: { mode: 'nearest', driver_ids: [courier.id] },
    });
    const { data: offers } = await courier.client.listOffers({ query: { limit: 100 } });
    const offer = offers.find(({ job_number: number }) => number === data.job_number);
    expect(await stage.service.query('SELECT id FROM offers WHERE id = $1', [offer?.id])).toHaveLength(1);
    return offer?.id ?? '';
  }

  /** Things of another courier. */
  async function foreign(kind: Kind): Promise<readonly string[]> {
    if (kind === 'off')
      return [String((await repeatable.acceptOffer?.request())?.params?.['id']), await offerOfAnother()];
    const { params } = (await repeatable.arriveAtStop?.request()) ?? {};
    if (kind === 'jobNumber') return [String(params?.['jobNumber'])];
    return expect.fail(`No ${kind} of another courier.`);
  }

  test.each(named(ofCouriers.filter((operation) => slots.some((slot) => slot.operation === operation))))(
    'what another has is to %s the same as nothing, in every slot',
    async (_id, operation) => {
      for (const slot of slots.filter((one) => one.operation === operation)) {
        looked.courierSlots += 1;
        const ask = asker({ slot, make: () => ride(operation) });
        const absent = await ask(ABSENT[slot.kind]);
        const seen = await probe.ask(operation.id as OperationId, await ride(operation));
        judgeReach(slot, { absent, mine: said(seen, ABSENT[slot.kind], slot.kind) });
        for (const id of await foreign(slot.kind))
          expect(await ask(id), `${slot.place} ${slot.path}`).toBe(absent);
      }
    },
  );

  test('every slot was looked at', () => {
    expect(looked.courierSlots).toBe(slots.length);
    expect(slots.length).toBeGreaterThan(12);
    expect(unreached).toEqual([]);
  });
});

describe('in the session of a person of the platform', () => {
  test('a session of somebody else is the same as none', async () => {
    const [{ token }, other] = [await stage.service.operator(), await stage.service.operator()];
    const { data } = await other.client.listSessions();
    const ask = async (id: string): Promise<string> =>
      said(await probe.ask('endSession', { key: token, params: { id } }), id, 'ses');
    expect(await ask(data[0]?.id ?? '')).toBe(await ask(ABSENT.ses));
  });
});
