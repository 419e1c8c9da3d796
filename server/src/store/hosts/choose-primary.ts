import { addressText, type Address } from './read-hosts.ts';

/** What one server says of itself, or why it says nothing. */
export type HostAnswer = { readonly address: Address } & (
  | {
      readonly role: 'writer';
      /** Of the cluster; all physical copies have the same. */
      readonly system: string;
      /** One more with each promotion. */
      readonly timeline: number;
      /** When its postmaster started, as its own clock has it: two names of one server agree in it. */
      readonly startedAt: string;
    }
  | { readonly role: 'standby' | 'read-only' }
  | { readonly role: 'silent'; readonly error: unknown }
);

export type Writer = Extract<HostAnswer, { readonly role: 'writer' }>;
type Silent = Extract<HostAnswer, { readonly role: 'silent' }>;

/** No server takes writes now; waiting helps, or the operator. */
export class NoPrimary extends Error {
  readonly code = 'NO_PRIMARY';
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'NoPrimary';
  }
}

/** Two servers take writes and neither is the later one, so what is written to one is lost with the other: nobody writes. */
export class SplitBrain extends NoPrimary {
  constructor(reason: string) {
    super(reason);
    this.name = 'SplitBrain';
  }
}

/**
 * The one server to write to: of those that take writes, the one on the latest timeline. One that was overtaken by a
 * promotion is passed over even where it alone answers (`latest` is the writer used before). Throws `NoPrimary`, and
 * `SplitBrain` where nothing tells two writers apart.
 */
export function choosePrimary(answers: readonly HostAnswer[], latest: Writer | null): Writer {
  const writers = answers.filter((answer): answer is Writer => answer.role === 'writer');
  const current = writers.filter((writer) => !isOvertaken(writer, latest));
  const last = Math.max(...current.map(({ timeline }) => timeline));
  const [first, ...others] = current.filter(({ timeline }) => timeline === last);
  if (!first) throw nonePrimary(answers, latest);
  if (current.some(({ system }) => system !== first.system))
    throw new SplitBrain(
      `${current.map(({ address }) => addressText(address)).join(' and ')} take writes and are not copies of each other: name those of one database.`,
    );
  if (others.some(({ startedAt }) => startedAt !== first.startedAt))
    throw new SplitBrain(
      `${[first, ...others].map(({ address }) => addressText(address)).join(' and ')} both take writes, on timeline ${last}: which of them has what was acknowledged cannot be known from here. Stop the one that must not.`,
    );
  return first;
}

function isOvertaken(writer: Writer, latest: Writer | null): boolean {
  return latest !== null && writer.system === latest.system && writer.timeline < latest.timeline;
}

function nonePrimary(answers: readonly HostAnswer[], latest: Writer | null): NoPrimary {
  const told = answers.map((answer) => `${addressText(answer.address)} ${describe(answer, latest)}`);
  const silent = answers.find((answer) => answer.role === 'silent');
  return new NoPrimary(`No server takes writes: ${told.join(', ')}.`, silent ? { cause: silent.error } : {});
}

function describe(answer: HostAnswer, latest: Writer | null): string {
  if (answer.role === 'standby') return 'is a standby';
  if (answer.role === 'read-only') return 'is read-only';
  if (answer.role === 'writer')
    return `was overtaken: it is on timeline ${answer.timeline}, and ${latest?.timeline} is known`;
  const { error } = answer as Silent;
  return `does not answer (${error instanceof Error && error.message ? error.message : String((error as { code?: unknown }).code)})`;
}
