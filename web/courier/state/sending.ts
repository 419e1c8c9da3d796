import type { SyncResult } from '@cottontree/contract';
import type { Verdict } from '../../outbox/index.ts';
import { client, device, endSession, sessionOver } from '../data/api.ts';
import type { CourierEntry, DepositEntry, StepEntry } from '../data/courier-store.ts';
import { readCash } from './cash.ts';
import { forgetJob, keepJobs } from './jobs.ts';
import { outbox } from './signals.ts';

/** What the server said of a step or of cash that it refused, as it is shown later. */
export type Refused = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** A photo is up to 400 kB of text and a request holds 1 MiB, so it goes by itself; cash goes by an operation of its own. */
export function goTogether(one: CourierEntry, other: CourierEntry): boolean {
  return one.kind === 'step' && other.kind === 'step' && !one.body.photo && !other.body.photo;
}

/** Hands entries to the server. A refusal is one step's alone. */
export async function sendEntries(
  batch: readonly CourierEntry[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly Verdict[]> {
  if (device.pairing.value === null || sessionOver.value)
    throw Object.assign(new Error('Nobody is signed in.'), { status: 401, code: 'UNAUTHORIZED' });
  const steps = batch.filter((entry) => entry.kind === 'step');
  try {
    if (steps.length > 0) return await sendSteps(steps, signal);
    const verdicts: Verdict[] = [];
    for (const entry of batch) if (entry.kind === 'deposit') verdicts.push(await sendDeposit(entry, signal));
    return verdicts;
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === 401) endSession();
    throw error;
  }
}

async function sendSteps(steps: readonly StepEntry[], signal: AbortSignal): Promise<readonly Verdict[]> {
  const unsent = outbox.value?.state.value.unsent ?? 0;
  const { data } = await client.syncJobs({
    body: { events: steps.map(({ body }) => body), more: unsent > steps.length },
    signal,
  });
  await keepJobs(data.results.flatMap(({ job }) => job ?? []));
  const right = data.results.flatMap(({ client_id, outcome }) => {
    const body = steps.find((step) => step.client_id === client_id)?.body;
    return outcome !== 'refused' && body?.kind === 'verify' ? [body.job_number] : [];
  });
  await offerFollowing(new Set(right));
  // Another courier's now: its refusal tells it, and it stands here no more.
  for (const { client_id, error } of data.results) {
    const body = steps.find((step) => step.client_id === client_id)?.body;
    if (body && error?.code === 'DELIVERY_NOT_FOUND') await forgetJob(body.job_number);
  }
  return data.results.flatMap((result): readonly Verdict[] => {
    const sent = steps.find(({ client_id }) => client_id === result.client_id);
    // Somebody is at it: that is no answer yet.
    if (!sent || result.error?.code === 'IDEMPOTENCY_IN_PROGRESS') return [];
    return [{ client_id: sent.client_id, sha256: sent.sha256, ...verdictOf(result) }];
  });
}

/** Refused for what came before it alone. */
const TOO_EARLY: ReadonlySet<string> = new Set(['STATE_CONFLICT', 'HANDOFF_NOT_READY']);

/** A code that was wrong without a network held up what came after it: now that it is right, that is sent again. */
async function offerFollowing(jobNumbers: ReadonlySet<string>): Promise<void> {
  const box = outbox.value;
  if (!box || jobNumbers.size === 0) return;
  for (const entry of await box.list('rejected')) {
    const { code } = (entry.answer ?? {}) as Partial<Refused>;
    if (entry.kind === 'step' && jobNumbers.has(entry.body.job_number) && TOO_EARLY.has(code ?? ''))
      await box.retry(entry.client_id);
  }
}

function verdictOf({ outcome, error }: SyncResult): Pick<Verdict, 'outcome' | 'answer'> {
  if (outcome !== 'refused') return { outcome: 'acked', answer: null };
  const answer: Refused = {
    code: error?.code ?? '',
    message: error?.message ?? '',
    ...(error?.details ? { details: error.details } : {}),
  };
  return { outcome: 'rejected', answer };
}

async function sendDeposit({ client_id, sha256, body }: DepositEntry, signal: AbortSignal): Promise<Verdict> {
  const { data } = await client.depositCash({
    body: {
      client_id,
      job_numbers: [...body.job_numbers],
      ...(body.note === undefined ? {} : { note: body.note }),
    },
    signal,
  });
  // So that it stands under count at once, and not in hand again for a moment.
  await readCash().catch(() => undefined);
  return { client_id, sha256, outcome: 'acked', answer: { id: data.id } };
}
