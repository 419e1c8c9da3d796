import type { DriverJob, Offer } from '@cottontree/contract';
import { computed, signal } from '@preact/signals';
import type { Outbox } from '../../outbox/index.ts';
import type { Network } from '../../tools/network.ts';
import type { Installed } from '../../tools/install.ts';
import type {
  CourierCash,
  CourierDatabase,
  CourierEntry,
  CourierKinds,
  CourierSchema,
  CourierShift,
  Draft,
  News,
  Point,
  StepEntry,
} from '../data/courier-store.ts';
import { inOrder, isUnderWay } from '../jobs/stage.ts';
import { projectJob } from '../jobs/project.ts';

export const db = signal<CourierDatabase | null>(null);
export const outbox = signal<Outbox<CourierSchema, CourierKinds> | null>(null);
export const network = signal<Network | null>(null);
export const installed = signal<Installed | null>(null);

/** Whether the server can be asked, as far as this phone knows. */
export const isOnline = computed(() => network.value?.isReachable.value ?? navigator.onLine);

/** As the server said last. */
export const known = signal<ReadonlyMap<string, DriverJob>>(new Map());
/** What was done here and is not with the server yet, in order. */
export const waiting = signal<readonly CourierEntry[]>([]);
/** What the server refused and nobody has seen. */
export const refused = signal<readonly CourierEntry[]>([]);
export const news = signal<readonly News[]>([]);
export const shift = signal<CourierShift | null>(null);
export const cash = signal<CourierCash | null>(null);
/** Parcels that are not handed over yet, whose money the courier has said to have. */
export const paid = signal<readonly string[]>([]);
/** What was taken for steps that are not taken yet. */
export const drafts = signal<readonly Draft[]>([]);
export const offers = signal<readonly Offer[]>([]);
/** Where this phone was last; null: not known. */
export const here = signal<Point | null>(null);

export const waitingSteps = computed(() =>
  waiting.value.filter((entry): entry is StepEntry => entry.kind === 'step'),
);

/** Whose code the server is asked about right now: until it has answered, the parcel stays where it is. */
export const checking = signal<string | null>(null);

/** All jobs as they stand here. */
export const jobs = computed<readonly DriverJob[]>(() => {
  const counted = waitingSteps.value.filter(
    ({ body }) => !(body.kind === 'verify' && body.job_number === checking.value),
  );
  return inOrder([...known.value.values()].map((job) => projectJob(job, counted)));
});
/** Those to fetch or to bring, in order. */
export const jobsUnderWay = computed(() => jobs.value.filter(isUnderWay));

export function jobOf(jobNumber: string): DriverJob | undefined {
  return jobs.value.find(({ job_number }) => job_number === jobNumber);
}

/** Whether something done with it is not with the server yet. */
export function isWaiting(jobNumber: string): boolean {
  return waitingSteps.value.some(({ body }) => body.job_number === jobNumber);
}
