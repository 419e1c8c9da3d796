import type { CreateEventBody } from '@cottontree/contract';
import { ensureOwner, ensurePeople, makePassword, makePin, type Accounts } from './modules/accounts/index.ts';
import type { Call } from './kernel/call/call.ts';
import type { Context } from './kernel/call/context.ts';
import { Failure } from './kernel/call/failure.ts';
import { eventModule, type Events } from './modules/events/index.ts';
import { readDemoFile, removeDemoFile, writeDemoFile, type Demo, type KeptDemo } from './demo-file.ts';
import { demoCashier, furnishDemoShop } from './furnish-demo-shop.ts';
import type { Runtime } from './runtime.ts';
import {
  createMerchant,
  findMerchant,
  hasMerchants,
  issueKey,
  operatorFor,
} from './modules/merchants/index.ts';
import type { Pos } from './modules/pos/index.ts';
import { addDriver, shippingModule, type Shipping } from './modules/shipping/index.ts';

export type { Demo } from './demo-file.ts';
export type DemoOptions = {
  readonly runtime: Pick<Runtime, 'config' | 'context'>;
  readonly shipping: Shipping;
  readonly events: Events;
  readonly pos: Pos;
  readonly accounts: Accounts;
  /** Without `/v1`. */ readonly baseUrl: string;
};

const MERCHANT = Object.freeze({ name: 'Aminata Stores', email: 'aminata@example.com', country: 'SL' });
const PICKUP = Object.freeze({
  label: 'Shop',
  address: '14 Siaka Stevens Street',
  city: 'Freetown',
  landmark: 'Opposite the Cotton Tree',
  lat: 8.4866,
  lng: -13.2351,
  contact_name: 'Aminata Sesay',
  contact_phone: '+23276555010',
  type: 'pickup' as const,
  is_default: true,
});
const DAY_MS = 86_400_000;
/** Begun again after it was cut short, the demo has one event nevertheless. */
const ONCE = Object.freeze({ key: 'demo-event', hash: Buffer.alloc(32) });
const OWNER = Object.freeze({ name: 'Aminata Sesay', email: 'aminata@example.com' });
const OPERATOR = Object.freeze({ name: 'Hawa Bangura', email: 'operations@example.com' });
const DRIVERS = Object.freeze([
  { name: 'Mohamed Kamara', phone: '+23276555014', vehicleType: 'motorbike', plate: 'ALD 482' },
  { name: 'Isatu Conteh', phone: '+23276555015', vehicleType: 'keke', plate: 'AMK 117' },
  { name: 'Abdul Bangura', phone: '+23276555016', vehicleType: 'van', plate: 'AGB 903' },
] as const);

/**
 * Makes the demo merchant where there is to be one, or finds the one that was made, and keeps
 * `demo.json` up to date. Begun and cut short, it is finished at the next start.
 */
export async function ensureDemo({
  runtime,
  shipping,
  events,
  pos,
  accounts,
  baseUrl,
}: DemoOptions): Promise<Demo | null> {
  const { config, context } = runtime;
  if (config.demo === false) return null;
  const base_url = `${baseUrl}/v1`;
  const made = await findMade(runtime, 'demo.json');
  if (made) {
    const demo = withPeople(context, { ...made, base_url }, baseUrl);
    if (!made.cashier) await furnishDemoShop(pos, await callOf(context, made.merchant_id), demo.cashier.pin);
    return welcome(accounts, await keep(runtime, demo, made), made);
  }
  const wanted =
    config.demo === true || (config.databaseUrl === null && !(await hasMerchants(context.store.system)));
  const begun =
    (await findMade(runtime, 'demo.json.begun')) ?? (wanted ? await begin(runtime, base_url) : null);
  if (!begun) return null;
  const demo = withPeople(context, { ...begun, base_url }, baseUrl);
  const call = await callOf(context, begun.merchant_id);
  await furnish({ shipping, events }, call);
  await furnishDemoShop(pos, call, demo.cashier.pin);
  await welcome(accounts, await keep(runtime, demo), begun);
  await removeDemoFile(config.dataDir, 'demo.json.begun');
  return demo;
}

/** What a file says, where its merchant is in this database. */
async function findMade(
  { config, context }: DemoOptions['runtime'],
  name: Parameters<typeof readDemoFile>[1],
): Promise<KeptDemo | null> {
  const demo = await readDemoFile(config.dataDir, name);
  return demo && (await findMerchant(context.store.system, demo.merchant_id)) ? demo : null;
}

async function keep({ config }: DemoOptions['runtime'], demo: Demo, kept?: KeptDemo): Promise<Demo> {
  if (
    kept?.base_url !== demo.base_url ||
    !kept.dashboard ||
    kept.operations?.url !== demo.operations.url ||
    !kept.driver ||
    !kept.cashier
  )
    await writeDemoFile(config.dataDir, 'demo.json', demo);
  return demo;
}

/** The secrets that the demo's people sign in with: those on disk, or new ones. */
function withPeople({ world }: Context, demo: KeptDemo, baseUrl: string): Demo {
  const [{ phone }] = DRIVERS;
  const { email, password } = demo.dashboard ?? { email: OWNER.email, password: makePassword(world) };
  const operator = demo.operations ?? { email: OPERATOR.email, password: makePassword(world) };
  return {
    ...demo,
    dashboard: { url: `${baseUrl}/dashboard`, email, password },
    operations: { ...operator, url: `${baseUrl}/operations` },
    driver: demo.driver ?? { phone, pin: makePin(world) },
    cashier: demo.cashier ?? { name: demoCashier, pin: makePin(world) },
  };
}

/** Lets the demo's people in, after what they sign in with is on disk; with what is new there, even where they had something else. */
async function welcome(accounts: Accounts, demo: Demo, kept: KeptDemo): Promise<Demo> {
  const anew = !kept.operations || !kept.driver;
  await ensurePeople(accounts, {
    operator: { ...OPERATOR, email: demo.operations.email, password: demo.operations.password },
    couriers: { phones: DRIVERS.map(({ phone }) => phone), pin: demo.driver.pin },
    anew,
  });
  await ensureOwner(accounts, {
    merchantId: demo.merchant_id,
    name: OWNER.name,
    email: demo.dashboard.email,
    password: demo.dashboard.password,
    anew: !kept.dashboard,
  });
  return demo;
}

/** The keys are on disk before their hashes are in the database, so none is ever lost. */
async function begin({ config, context }: DemoOptions['runtime'], base_url: string): Promise<KeptDemo> {
  return context.store.system.transaction(async (tx) => {
    const merchant = await createMerchant(context, MERCHANT, tx);
    const key = { tenant: { merchantId: merchant.id, livemode: false }, expiresAt: null };
    const secret = await issueKey(tx, context, {
      ...key,
      kind: 'secret',
      name: 'Demo secret key',
      rights: { scopes: ['*'], origins: [], ipRanges: [] },
    });
    const pub = await issueKey(tx, context, {
      ...key,
      kind: 'public',
      name: 'Demo public key',
      rights: { scopes: [], origins: [], ipRanges: [] },
    });
    const demo = { merchant_id: merchant.id, secret_key: secret.key, public_key: pub.key, base_url };
    await writeDemoFile(config.dataDir, 'demo.json.begun', demo);
    return demo;
  });
}

/** As the merchant's own operator would ask. */
async function callOf({ store, world }: Context, merchantId: string): Promise<Call> {
  const merchant = await findMerchant(store.system, merchantId);
  if (!merchant) throw new Error(`The demo merchant ${merchantId} went away while it was made.`);
  const caller = operatorFor(merchant, false);
  return {
    requestId: 'demo',
    caller,
    tenant: caller.tenant,
    now: world.now(),
    idempotency: null,
    ifMatch: null,
    stream: null,
    address: '',
    credentials: {},
  };
}

/** A pickup place and drivers, so that the first quote and the first delivery need nothing else; and an event that sells tickets. */
async function furnish(
  { shipping, events }: Pick<DemoOptions, 'shipping' | 'events'>,
  call: Call,
): Promise<void> {
  await shippingModule.operations.saveAddress({ params: {}, query: {}, body: PICKUP }, call, shipping);
  await eventModule.operations.createEvent(
    { params: {}, query: {}, body: concertAfter(call.now) },
    { ...call, idempotency: ONCE },
    events,
  );
  for (const driver of DRIVERS) await addDriver(shipping, driver).catch(acceptKnown);
}

/** Six weeks ahead, from six in the evening (Freetown's clock is UTC) to eleven. */
function concertAfter(now: Date): CreateEventBody {
  const day = new Date(now.getTime() + 42 * DAY_MS).toISOString().slice(0, 10);
  return {
    name: 'Freetown Jazz Night',
    description: 'An evening under the Cotton Tree.',
    venue: 'National Stadium',
    address: 'Brookfields, Freetown',
    start_date: `${day}T18:00:00Z`,
    end_date: `${day}T23:00:00Z`,
    doors_open: `${day}T17:00:00Z`,
    status: 'published',
    ticket_types: [
      { name: 'VIP', price: 250.5, quantity_available: 50, description: 'Seats in front' },
      { name: 'Regular', price: 100, quantity_available: 400 },
    ],
  };
}

/** An earlier start may have come this far. */
function acceptKnown(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'VALIDATION_ERROR')) throw error;
}
