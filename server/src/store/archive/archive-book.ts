import type { ArchiveRequest } from './archive-request.ts';
import { readArchiveStatus, writeArchiveStatus, type ArchiveStatus } from './archive-status.ts';
import type { LogFollower } from './follow-log.ts';
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

  /** Once a day, an hour after one that was not right, and at once for a lineage of which none was tried. */
  isTrialDue(lineage: string): boolean {
    if (this.last.lineage !== lineage) return true;
    return Math.abs(Date.now() - this.triedMs) >= (this.last.verify_problem === null ? DAY_MS : HOUR_MS);
  }

  noteTrial(startedMs: number, problem: string | null): void {
    this.triedMs = Date.now();
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
    if (position !== null && position.lineage !== this.last.lineage)
      [this.last, this.triedMs] = [{ ...NOTHING, lineage: position.lineage, gaps: this.last.gaps }, 0];
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
