import type { Tenant } from '../../../kernel/call/tenant.ts';
import { expireFiles } from '../../files/index.ts';
import type { Runner } from '../../../store/index.ts';
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
  const deliveries = await eraseEndedDeliveries(store.system.slow, {
    before,
    now: world.now(),
    rowsMax: BATCH_ROWS,
  });
  return deliveries + (await dropUnusedAddresses(store.system.slow, before, BATCH_ROWS));
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
  const claims = await eraseDecidedClaims(runner, tenant, jobNumbers);
  await expireFiles(runner, tenant, { subjects: [...jobNumbers, ...claims], now: world.now() });
  return { jobNumbers, addresses: await dropAddressesOfRecipient(runner, tenant, phone), active };
}
