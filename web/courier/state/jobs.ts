import { CottontreeError } from '@cottontree/client';
import type { DriverJob } from '@cottontree/contract';
import { client } from '../data/api.ts';
import { writeNote, type News } from '../data/courier-store.ts';
import { isUnderWay, nameOf } from '../jobs/stage.ts';
import { db, known, news, waitingSteps } from './signals.ts';
import { wholeJob } from './whole.ts';

const READ_MAX = 50;
/** Of jobs that are over, as many are kept to look at. */
const OVER_MAX = 40;
const UNDER_WAY = 'assigned,picked_up,in_transit';

/** Counts what was noted, so that an answer that was asked for before is known as the older one. */
let notes = 0;
const notedAt = new Map<string, number>();
let isReadWhole = false;

/** Notes what the server says of some jobs. */
export async function keepJobs(answered: readonly DriverJob[]): Promise<void> {
  const next = new Map(known.value);
  const changed: DriverJob[] = [];
  for (const job of answered.map(wholeJob)) {
    const before = next.get(job.job_number);
    if (before && before.version > job.version) continue;
    next.set(job.job_number, job);
    notes += 1;
    notedAt.set(job.job_number, notes);
    changed.push(job);
  }
  known.value = next;
  await store(changed, []);
}

/** Reads the jobs under way, the first time all of them, and tells of those that were taken away or called off meanwhile. */
export async function readJobs(): Promise<void> {
  const begun = notes;
  const { data } = await client.listJobs({
    query: { limit: READ_MAX, ...(isReadWhole ? { status: UNDER_WAY } : {}) },
  });
  isReadWhole = true;
  const listed = new Set(data.map(({ job_number }) => job_number));
  const before = [...known.value.values()];
  /** What is taken on while the missing ones are looked up is in none of them. */
  const asked = new Set([...known.value.keys(), ...listed]);
  const missing = before.filter((job) => isUnderWay(job) && !listed.has(job.job_number));
  const looked = await Promise.all(missing.map(({ job_number }) => lookUp(job_number)));
  const found = looked.filter((job) => job !== null);
  const gone = missing.filter((_, at) => looked[at] === null);
  // What was done with a parcel that is gone is refused when it is sent, and told then.
  const [ours, dropped] = [gone.filter(hasUnsent), gone.filter((job) => !hasUnsent(job))];
  const calledOff = found.filter(({ status }) => status === 'cancelled');
  const fresh = [...data, ...found].map((job) => newer(wholeJob(job), begun));
  const kept = [...before.filter((job) => !isUnderWay(job)).slice(-OVER_MAX), ...ours];
  const come = [...known.value.values()].filter(({ job_number }) => !asked.has(job_number));
  known.value = new Map([...kept, ...fresh, ...come].map((job) => [job.job_number, job]));
  await tell([...dropped.map(newsOf('reassigned')), ...calledOff.map(newsOf('cancelled'))]);
  const stays = known.value;
  await store(
    fresh,
    before.filter(({ job_number }) => !stays.has(job_number)).map(({ job_number }) => job_number),
  );
}

function hasUnsent({ job_number }: DriverJob): boolean {
  return waitingSteps.value.some(({ body }) => body.job_number === job_number);
}

/** A job that is no longer under way; null: it is not this courier's any more. */
async function lookUp(jobNumber: string): Promise<DriverJob | null> {
  try {
    return (await client.getJob({ params: { jobNumber } })).data;
  } catch (error) {
    if (error instanceof CottontreeError && error.status === 404) return null;
    throw error;
  }
}

/** A step that was answered while the list was on its way is newer than the list. A lower version alone is not: a backup was restored. */
function newer(job: DriverJob, begun: number): DriverJob {
  const here = known.value.get(job.job_number);
  const isOlder = (notedAt.get(job.job_number) ?? 0) > begun && here && here.version > job.version;
  return isOlder ? here : job;
}

const newsOf =
  (what: News['what']) =>
  (job: DriverJob): News => ({
    jobNumber: job.job_number,
    name: nameOf(job),
    what,
    at: new Date().toISOString(),
  });

async function tell(more: readonly News[]): Promise<void> {
  if (more.length === 0) return;
  await keepNews([
    ...news.value.filter((one) => !more.some((two) => two.jobNumber === one.jobNumber)),
    ...more,
  ]);
}

/** What is still to be told; it stays until the courier has seen it. */
export async function keepNews(next: readonly News[]): Promise<void> {
  news.value = next;
  if (db.value) await writeNote(db.value, 'news', next);
}

async function store(put: readonly DriverJob[], drop: readonly string[]): Promise<void> {
  if (!db.value || put.length + drop.length === 0) return;
  const tx = db.value.transaction('jobs', 'readwrite');
  await Promise.all([
    ...put.map((job) => tx.store.put(job)),
    ...drop.map((jobNumber) => tx.store.delete(jobNumber)),
    tx.done,
  ]);
}

/** A parcel that the courier gave back. */
export async function forgetJob(jobNumber: string): Promise<void> {
  known.value = new Map([...known.value].filter(([number]) => number !== jobNumber));
  await store([], [jobNumber]);
}
