import type { DriverJob } from '@cottontree/contract';
import { batch } from '@preact/signals';
import { client } from '../data/api.ts';
import { writeNote, type News } from '../data/courier-store.ts';
import { isUnderWay, nameOf } from '../jobs/stage.ts';
import { db, known, news, waitingSteps } from './signals.ts';

const READ_MAX = 50;
/** Of jobs that are over, as many are kept to look at. */
const OVER_MAX = 40;

/** Notes what the server says of some jobs. */
export async function keepJobs(answered: readonly DriverJob[]): Promise<void> {
  const next = new Map(known.value);
  const changed: DriverJob[] = [];
  for (const job of answered) {
    const before = next.get(job.job_number);
    if (before && before.version > job.version) continue;
    next.set(job.job_number, job);
    changed.push(job);
  }
  known.value = next;
  await store(changed, []);
}

/** Reads all jobs, and tells of those that were taken away or called off meanwhile. */
export async function readJobs(): Promise<void> {
  const { data } = await client.listJobs({ query: { limit: READ_MAX } });
  const answered = new Map(data.map((job) => [job.job_number, job]));
  const isOurs = (jobNumber: string): boolean =>
    waitingSteps.value.some(({ body }) => body.job_number === jobNumber);
  const before = [...known.value.values()];
  // What was done with a parcel that is gone is refused when it is sent, and told then.
  const gone = before.filter((job) => isUnderWay(job) && !answered.has(job.job_number));
  const calledOff = before.filter(
    (job) => isUnderWay(job) && answered.get(job.job_number)?.status === 'cancelled',
  );
  const over = before.filter((job) => !isUnderWay(job) && !answered.has(job.job_number)).slice(0, OVER_MAX);
  const dropped = gone.filter(({ job_number }) => !isOurs(job_number));
  const kept = [...gone.filter(({ job_number }) => isOurs(job_number)), ...over];
  batch(() => {
    known.value = new Map([...data, ...kept].map((job) => [job.job_number, job]));
  });
  await tell([...dropped.map(newsOf('reassigned')), ...calledOff.map(newsOf('cancelled'))]);
  const stays = known.value;
  await store(
    data,
    before.filter(({ job_number }) => !stays.has(job_number)).map(({ job_number }) => job_number),
  );
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
