import type { Context } from './core/context.ts';
import { Failure } from './core/failure.ts';
import { readDemoFile, removeDemoFile, writeDemoFile, type Demo } from './demo-file.ts';
import type { Ground } from './ground.ts';
import { createMerchant, findMerchant, hasMerchants, issueKey, operatorFor } from './merchants/index.ts';
import { addDriver, shippingOperations, type Shipping } from './shipping/index.ts';

export type { Demo } from './demo-file.ts';
export type DemoOptions = { readonly ground: Pick<Ground, 'config' | 'context'>; readonly shipping: Shipping; /** Without `/v1`. */ readonly baseUrl: string };

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
const DRIVERS = Object.freeze([
  { name: 'Mohamed Kamara', phone: '+23276555014', vehicleType: 'motorbike', plate: 'ALD 482' },
  { name: 'Isatu Conteh', phone: '+23276555015', vehicleType: 'keke', plate: 'AMK 117' },
  { name: 'Abdul Bangura', phone: '+23276555016', vehicleType: 'van', plate: 'AGB 903' },
]);

/**
 * Makes the demo merchant where there is to be one, or finds the one that was made, and keeps
 * `demo.json` up to date. Begun and cut short, it is finished at the next start.
 */
export async function ensureDemo({ ground, shipping, baseUrl }: DemoOptions): Promise<Demo | null> {
  const { config, context } = ground;
  if (config.demo === false) return null;
  const base_url = `${baseUrl}/v1`;
  const made = await findMade(ground, 'demo.json');
  if (made) return keep(ground, { ...made, base_url }, made);
  const wanted = config.demo === true || (config.databaseUrl === null && !(await hasMerchants(context.store.system)));
  const begun = (await findMade(ground, 'demo.json.begun')) ?? (wanted ? await begin(ground, base_url) : null);
  if (!begun) return null;
  await furnish(context, shipping, begun.merchant_id);
  const demo = await keep(ground, { ...begun, base_url });
  await removeDemoFile(config.dataDir, 'demo.json.begun');
  return demo;
}

/** What a file says, where its merchant is in this database. */
async function findMade({ config, context }: DemoOptions['ground'], name: Parameters<typeof readDemoFile>[1]): Promise<Demo | null> {
  const demo = await readDemoFile(config.dataDir, name);
  return demo && (await findMerchant(context.store.system, demo.merchant_id)) ? demo : null;
}

async function keep({ config }: DemoOptions['ground'], demo: Demo, kept?: Demo): Promise<Demo> {
  if (kept?.base_url !== demo.base_url) await writeDemoFile(config.dataDir, 'demo.json', demo);
  return demo;
}

/** The keys are on disk before their hashes are in the database, so none is ever lost. */
async function begin({ config, context }: DemoOptions['ground'], base_url: string): Promise<Demo> {
  return context.store.system.transaction(async (tx) => {
    const merchant = await createMerchant(context, MERCHANT, tx);
    const key = { tenant: { merchantId: merchant.id, livemode: false }, expiresAt: null };
    const secret = await issueKey(tx, context, { ...key, kind: 'secret', name: 'Demo secret key', rights: { scopes: ['*'], origins: [], ipRanges: [] } });
    const pub = await issueKey(tx, context, { ...key, kind: 'public', name: 'Demo public key', rights: { scopes: [], origins: [], ipRanges: [] } });
    const demo = { merchant_id: merchant.id, secret_key: secret.key, public_key: pub.key, base_url };
    await writeDemoFile(config.dataDir, 'demo.json.begun', demo);
    return demo;
  });
}

/** A pickup place and drivers, so that the first quote and the first delivery need nothing else. */
async function furnish({ store, world }: Context, shipping: Shipping, merchantId: string): Promise<void> {
  const merchant = await findMerchant(store.system, merchantId);
  if (!merchant) throw new Error(`The demo merchant ${merchantId} went away while it was made.`);
  const caller = operatorFor(merchant, false);
  const call = { requestId: 'demo', caller, tenant: caller.tenant, now: world.now(), idempotency: null, ifMatch: null };
  await shippingOperations.saveAddress({ params: {}, query: {}, body: PICKUP }, call, shipping);
  for (const driver of DRIVERS) await addDriver(shipping, driver).catch(acceptKnown);
}

/** An earlier start may have come this far. */
function acceptKnown(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'VALIDATION_ERROR')) throw error;
}
