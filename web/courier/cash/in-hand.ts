import type { CourierEntry } from '../data/courier-store.ts';
import { cashToTake } from '../jobs/stage.ts';
import { cash, jobs, jobsUnderWay, waiting } from '../state/signals.ts';

/** Cash of one delivery, as the courier holds it. */
export type Held = {
  readonly jobNumber: string;
  readonly name: string;
  readonly amount: number;
  readonly at: string;
};

/** Sums of the API are units with two decimals: added as cents, they stay exact. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

const isDeposit = (entry: CourierEntry): entry is Extract<CourierEntry, { readonly kind: 'deposit' }> =>
  entry.kind === 'deposit';

/** Whose cash the courier holds and has not handed in, the oldest first: what the server knows, and what it does not know yet. */
export function heldCash(livemode: boolean): readonly Held[] {
  const byNumber = new Map(jobs.value.map((job) => [job.job_number, job]));
  const told = (cash.value?.jobs ?? []).filter((one) => one.livemode === livemode);
  const fresh = jobs.value.filter(
    (job) =>
      job.livemode === livemode &&
      job.cod_status === 'collected' &&
      job.delivered_at !== null &&
      !isHandedIn(job.job_number) &&
      !told.some(({ job_number }) => job_number === job.job_number),
  );
  const leaving = new Set(waiting.value.filter(isDeposit).flatMap(({ body }) => [...body.job_numbers]));
  return [
    ...told.map(({ job_number, amount, collected_at }) => ({
      jobNumber: job_number,
      name: byNumber.get(job_number)?.dropoff.contact_name ?? job_number,
      amount,
      at: collected_at,
    })),
    ...fresh.map((job) => ({
      jobNumber: job.job_number,
      name: job.dropoff.contact_name ?? job.job_number,
      amount: job.cod_amount,
      at: job.delivered_at ?? '',
    })),
  ]
    .filter(({ jobNumber }) => !leaving.has(jobNumber))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

function isHandedIn(jobNumber: string): boolean {
  return (cash.value?.deposits ?? []).some(({ job_numbers }) => job_numbers.includes(jobNumber));
}

/** What was handed in and is not counted, with the server or on its way there. */
export function underCount(livemode: boolean): number {
  const declared = (cash.value?.deposits ?? [])
    .filter((one) => one.livemode === livemode && (one.status === 'declared' || one.status === 'disputed'))
    .map((one) => one.declared);
  return sum([...declared, ...leavingDeposits(livemode).map(({ body }) => body.amount)]);
}

/** Handed in here, and not told to the server yet. */
export function leavingDeposits(livemode: boolean) {
  const byNumber = new Map(jobs.value.map((job) => [job.job_number, job.livemode]));
  const told = new Map((cash.value?.jobs ?? []).map((one) => [one.job_number, one.livemode]));
  return waiting.value.filter(isDeposit).filter(
    ({
      body: {
        job_numbers: [first = ''],
      },
    }) => (byNumber.get(first) ?? told.get(first)) === livemode,
  );
}

/** All that counts towards the limit: it ends only when somebody has counted. */
export function inHand(livemode: boolean): number {
  return sum([...heldCash(livemode).map(({ amount }) => amount), underCount(livemode)]);
}

/** How much more the courier may hold, with what is still to be collected; null: not known. */
export function roomForCash(livemode: boolean): number | null {
  if (!cash.value) return null;
  const coming = jobsUnderWay.value.filter((job) => job.livemode === livemode).map(cashToTake);
  return Math.max(0, sum([cash.value.cash_limit, -inHand(livemode), ...coming.map((amount) => -amount)]));
}
