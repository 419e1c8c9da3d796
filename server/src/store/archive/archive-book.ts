import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../kernel/running/logger.ts';
import type { ArchiveRequest } from './archive-request.ts';
import type { LogFollower } from './follow-log.ts';
import type { WholeBase } from './names.ts';

type Written = Pick<ArchiveRequest, 'dataDir' | 'options'> & {
  readonly follower: LogFollower;
  readonly troubles: Troubles;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOTHING = {
  lineage: '',
  archived_until: null,
  base_at: null,
  base_bytes: 0,
  verified_at: null,
  verified_seconds: 0,
  verify_problem: null,
  gaps: 0,
};

/** Notes how the archive stands, for `doctor` and `/metrics`, and remembers over restarts when a restore was tried. */
export class ArchiveBook {
  private readonly written: Written;
  private last: Pick<ArchiveStatus, keyof typeof NOTHING>;
  private triedMs: number;
  /** How many trials went wrong since one went well, or since the start. */
  private failures = 0;
  private readonly gapsBefore: number;

  constructor(written: Written) {
    this.written = written;
    const before = readArchiveStatus(written.dataDir);
    this.last = before?.to === written.options.to ? before : NOTHING;
    this.gapsBefore = this.last.gaps;
    this.triedMs = this.last.verify_problem === null ? Date.parse(this.last.verified_at ?? '') || 0 : 0;
  }

  noteBase(bytes: number): void {
    this.last = { ...this.last, base_bytes: bytes };
  }

  /** Once a day, and once more before it is tried again after a trial that went wrong: then it is known whether the copy was to blame. */
  isBaseDue(base: WholeBase | null): boolean {
    if (base === null) return true;
    // One of a day that is to come is of a clock that was wrong then.
    if (Math.abs(Date.now() - base.at.getTime()) >= DAY_MS) return true;
    return this.failures === 1 && base.at.getTime() <= this.triedMs && this.isTrialDue(base.lineage);
  }

  /**
   * Once a day, and at once for a lineage of which none was tried. What went wrong is tried again after an hour, then after
   * twice as long each time, for a trial fetches all there is and needs room for it.
   */
  isTrialDue(lineage: string): boolean {
    if (this.last.lineage !== lineage) return true;
    const afterMs = Math.min(DAY_MS, HOUR_MS * 2 ** Math.max(0, this.failures - 1));
    return Math.abs(Date.now() - this.triedMs) >= (this.last.verify_problem === null ? DAY_MS : afterMs);
  }

  noteTrial(startedMs: number, problem: string | null): void {
    this.triedMs = Date.now();
    this.failures = problem === null ? 0 : this.failures + 1;
    const seconds = Math.round((this.triedMs - startedMs) / 1_000);
    this.last =
      problem === null
        ? {
            ...this.last,
            verified_at: new Date(startedMs).toISOString(),
            verified_seconds: seconds,
            verify_problem: null,
          }
        : { ...this.last, verify_problem: problem };
  }

  async write(): Promise<void> {
    const { dataDir, options, follower, troubles } = this.written;
    const { position } = follower;
    if (position !== null && position.lineage !== this.last.lineage) {
      this.last = { ...NOTHING, lineage: position.lineage, gaps: this.last.gaps };
      [this.triedMs, this.failures] = [0, 0];
    }
    const until = position?.base && position.until ? position.until.toISOString() : this.last.archived_until;
    this.last = {
      ...this.last,
      archived_until: until,
      base_at: position?.base?.at.toISOString() ?? this.last.base_at,
      gaps: this.gapsBefore + follower.gaps,
    };
    const status = { ...this.last, to: options.to, held_bytes: follower.heldBytes, problem: troubles.told() };
    // A full disk leaves it as it was.
    await writeArchiveStatus(dataDir, status).catch(() => undefined);
  }
}

const WARN_AGAIN_MS = 300_000;

/** What of the archive does not work now, each told in the log at most once in five minutes, though it may come and go. */
export type Troubles = {
  readonly note: (what: string, error: unknown) => void;
  readonly over: (what: string) => void;
  /** All of it in a sentence; null when everything works. */
  readonly told: () => string | null;
};

export function openTroubles(log: Logger): Troubles {
  const now = new Map<string, { readonly reason: string; readonly warned: boolean }>();
  const warnedMs = new Map<string, number>();
  return {
    note(what, error) {
      const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      const warns = performance.now() - (warnedMs.get(what) ?? Number.NEGATIVE_INFINITY) > WARN_AGAIN_MS;
      if (warns) {
        warnedMs.set(what, performance.now());
        log.warn({ reason }, 'The continuous backup has trouble; it goes on trying.');
      }
      now.set(what, { reason, warned: warns || now.get(what)?.warned === true });
    },
    over(what) {
      if (now.get(what)?.warned) log.info({}, 'The continuous backup goes on.');
      now.delete(what);
    },
    told: () => [...now.values()].map(({ reason }) => reason).join('; ') || null,
  };
}

/** How the continuous backup stands, for `doctor` and `/metrics`; times in ISO 8601, null for never. */
export type ArchiveStatus = {
  readonly to: string;
  readonly lineage: string;
  /** Whatever was committed before this is in the storage, on a base copy that is whole. */
  readonly archived_until: string | null;
  readonly base_at: string | null;
  readonly base_bytes: number;
  /** When a restore was last made and found right, by itself, and how long it took. */
  readonly verified_at: string | null;
  readonly verified_seconds: number;
  /** Why the last one was not; null when it was. */
  readonly verify_problem: string | null;
  /** Of the log, on this disk, and not in the storage yet. */
  readonly held_bytes: number;
  /** How often the log that waited was given up, and a new base copy begun, since `lineage` began. */
  readonly gaps: number;
  /** What does not work now; null when all does. */
  readonly problem: string | null;
};

const file = (dataDir: string): string => join(dataDir, 'backup.status.json');

async function writeArchiveStatus(dataDir: string, status: ArchiveStatus): Promise<void> {
  const unfinished = `${file(dataDir)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(status, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file(dataDir));
}

/** Null where nothing was archived yet. */
export function readArchiveStatus(dataDir: string): ArchiveStatus | null {
  try {
    return JSON.parse(readFileSync(file(dataDir), 'utf8')) as ArchiveStatus;
  } catch {
    return null;
  }
}
