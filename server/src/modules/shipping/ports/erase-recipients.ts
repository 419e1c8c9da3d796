import type { Tenant } from '../../../kernel/call/tenant.ts';
import { expireFiles } from '../../files/index.ts';
import { forgetPayers } from '../../payments/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import {
  dropAddressesOfRecipient,
  dropUnusedAddresses,
  eraseDecidedClaims,
  eraseDeliveries,
  eraseEndedDeliveries,
  findJobsOfRecipient,
} from './erase-recipients.queries.ts';

/** Rows of one turn: small, for each is rewritten whole. */
const BATCH_ROWS = 500;

/** Forgets the recipients of deliveries that ended before, and places that nobody used since; answers how many rows that were. */
export async function eraseEndedBefore({ store, world }: Shipping, before: Date): Promise<number> {
  const erased = await store.system.transaction(async (tx) => {
    const jobs = await eraseEndedDeliveries(tx, { before, now: world.now(), rowsMax: BATCH_ROWS });
    await forgetPayersOf(tx, jobs);
    return jobs.length;
  });
  return erased + (await dropUnusedAddresses(store.system.slow, before, BATCH_ROWS));
}

/** Forgets who paid the cash of deliveries beforehand. */
async function forgetPayersOf(tx: Runner, jobs: readonly JobKey[]): Promise<void> {
  const documents = new Map<string, { readonly tenant: Tenant; readonly of: { readonly id: string }[] }>();
  for (const { tenant, jobNumber } of jobs) {
    const name = `${tenant.merchantId} ${tenant.livemode}`;
    const known = documents.get(name) ?? { tenant, of: [] };
    known.of.push({ id: jobNumber });
    documents.set(name, known);
  }
  for (const { tenant, of } of documents.values()) await forgetPayers(tx, tenant, of);
}

export type Erased = {
  readonly jobNumbers: readonly string[];
  readonly addresses: number;
  readonly active: readonly string[];
};

/** Forgets whoever is at a number, unless something is still under way to it; needs a transaction around it. */
export async function eraseRecipient(
  { world }: Pick<Shipping, 'world'>,
  runner: Runner,
  wanted: { readonly tenant: Tenant; readonly phone: string },
): Promise<Erased> {
  const { tenant, phone } = wanted;
  const jobs = await findJobsOfRecipient(runner, tenant, phone);
  const active = jobs.filter((job) => job.active).map((job) => job.job_number);
  if (active.length > 0) return { jobNumbers: [], addresses: 0, active };
  const jobNumbers = await eraseDeliveries(runner, tenant, {
    jobNumbers: jobs.map((job) => job.job_number),
    now: world.now(),
  });
  await forgetPayersOf(
    runner,
    jobNumbers.map((jobNumber) => ({ tenant, jobNumber })),
  );
  const claims = await eraseDecidedClaims(runner, tenant, jobNumbers);
  await expireFiles(runner, tenant, { subjects: [...jobNumbers, ...claims], now: world.now() });
  return { jobNumbers, addresses: await dropAddressesOfRecipient(runner, tenant, phone), active };
}
