import type { ArchiveRequest } from './archive-request.ts';
import { readArchiveStatus, writeArchiveStatus, type ArchiveStatus } from './archive-status.ts';
import type { LogFollower } from './follow-log.ts';
import type { WholeBase } from './names.ts';
import type { Troubles } from './troubles.ts';

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
