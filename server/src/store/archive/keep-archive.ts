import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ArchiveBook, openTroubles, type Troubles } from './archive-book.ts';
import { archiveKeyFile, makeArchiveKey, readArchiveKey } from './archive-key.ts';
import type { ArchiveRequest } from './archive-request.ts';
import { openArchiveSession } from './archive-session.ts';
import { openArchiveStorage } from './archive-storage.ts';
import { copyBase } from './copy-base.ts';
import type { ArchivePosition } from './find-position.ts';
import { LogFollower } from './follow-log.ts';
import { pruneArchive } from './prune-archive.ts';
import type { ArchiveKey } from './seal-object.ts';
import type { ArchiveStorage } from './storage.ts';

export type Archive = {
  /** Sends what is new once more, for a few seconds at most, and ends. */
  readonly stop: () => Promise<void>;
};

const LAST_ROUND_MS = 5_000;
/** A base copy or a trial that did not go well is tried again after this. */
const WORK_PAUSE_MS = 60_000;
const LOOK_MS = 1_000;

/** Archives the embedded database until it is stopped; nothing of it makes a caller wait, and no trouble of the storage ends anything. */
export async function keepArchive(request: ArchiveRequest): Promise<Archive> {
  const keeper = new ArchiveKeeper({
    ...request,
    storage: openArchiveStorage(request.options.target),
    key: await keyOf(request),
  });
  const running = [keeper.keepLog(), keeper.keepCopies()];
  return { stop: () => keeper.stop(running) };
}

async function keyOf({ dataDir, options, log }: ArchiveRequest): Promise<ArchiveKey> {
  const known = await readArchiveKey(dataDir, options.key);
  if (known !== null) return known;
  const made = await makeArchiveKey(dataDir);
  log.warn(
    { file: archiveKeyFile(dataDir) },
    'A key was made for the continuous backup. Keep a copy of this file, and of secret.key, somewhere else NOW: when this machine is lost, nothing in BACKUP_TO can be opened without it.',
  );
  return made;
}

type Kept = ArchiveRequest & { readonly storage: ArchiveStorage; readonly key: ArchiveKey };
type Waiter = { readonly position: bigint; readonly reached: () => void };

class ArchiveKeeper {
  private readonly kept: Kept;
  private readonly everyMs: number;
  private readonly lookMs: number;
  private readonly over = new AbortController();
  /** Ends what a hole in the log makes worthless. */
  private gap = new AbortController();
  private hurry = new AbortController();
  private readonly waiters = new Set<Waiter>();
  private readonly troubles: Troubles;
  private readonly follower: LogFollower;
  private readonly book: ArchiveBook;

  constructor(kept: Kept) {
    this.kept = kept;
    this.everyMs = kept.options.everySeconds * 1_000;
    this.lookMs = Math.min(this.everyMs, LOOK_MS);
    this.troubles = openTroubles(kept.log);
    this.follower = new LogFollower({
      ...kept,
      onGap: () => {
        this.gap.abort(new Error('There came a hole into the log before the copy was whole.'));
        this.gap = new AbortController();
      },
      onReached: (position) => {
        for (const waiter of this.waiters) if (position >= waiter.position) waiter.reached();
      },
    });
    this.book = new ArchiveBook({ ...kept, follower: this.follower, troubles: this.troubles });
  }

  async keepLog(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.round();
      if (this.waiters.size === 0) await this.rest(this.everyMs, this.hurry.signal);
      else await this.rest(this.lookMs);
    }
  }

  async keepCopies(): Promise<void> {
    while (!this.over.signal.aborted) {
      const { position } = this.follower;
      const { signal: gap } = this.gap;
      const copied =
        position?.until && this.book.isBaseDue(position.base)
          ? await this.attempt('base copy', () => this.copy(position))
          : true;
      const lineage = this.follower.position?.base?.lineage;
      if (lineage !== undefined && this.book.isTrialDue(lineage))
        await this.attempt('trial', () => this.tryRestore(lineage));
      await this.rest(copied || gap.aborted ? this.lookMs : WORK_PAUSE_MS);
    }
  }

  async stop(running: readonly Promise<void>[]): Promise<void> {
    this.over.abort(new Error('The server stops.'));
    const limit = new AbortController();
    const last = Promise.all(running).then(() => this.round());
    await Promise.race([last, pause(LAST_ROUND_MS, undefined, { signal: limit.signal })]);
    limit.abort();
    this.kept.storage.close();
    await this.follower.close();
  }

  private async round(): Promise<void> {
    await this.follower.round().then(
      () => this.troubles.over('log'),
      (error: unknown) => this.troubles.note('log', error),
    );
    await this.book.write();
  }

  private async copy({ lineage, timeline }: ArchivePosition): Promise<void> {
    const { storage, key, connection, dataDir, options, log } = this.kept;
    const signal = AbortSignal.any([this.over.signal, this.gap.signal]);
    await using session = await openArchiveSession(connection);
    const prune = async () => {
      // By a clock that was stepped, all that is kept may seem old.
      const keepDays = (await this.kept.isClockSteady()) ? options.keepDays : Number.POSITIVE_INFINITY;
      await pruneArchive(storage, { lineage, now: new Date(), keepDays });
    };
    const copying = copyBase({
      session,
      storage,
      key,
      clusterDir: join(dataDir, 'postgres'),
      lineage,
      timeline,
      appVersion: this.kept.appVersion,
      secretKeyId: await this.kept.secretKeyId(),
      signal,
      archivedTo: (position) => this.archivedTo(position, signal),
    });
    const { whole, bytes } = await copying.catch(async (error: unknown) => {
      // What was sent of it takes room where perhaps none is left; a lineage that is another's now is left alone.
      const isOurs = this.follower.position?.lineage === lineage;
      if (isOurs && !this.over.signal.aborted) await prune().catch(() => undefined);
      throw error;
    });
    this.follower.noteBase(whole);
    this.book.noteBase(bytes);
    log.info({ bytes }, 'A base copy of the database is archived.');
    await prune();
  }

  /** Resolves when the log is archived so far; asks for it at once. */
  private archivedTo(position: bigint, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { position, reached: () => (this.waiters.delete(waiter), resolve()) };
      this.waiters.add(waiter);
      const given = (): void => (this.waiters.delete(waiter), reject(signal.reason as Error));
      signal.addEventListener('abort', given, { once: true });
      if (signal.aborted) given();
      if ((this.follower.position?.reached ?? 0n) >= position) return waiter.reached();
      this.hurry.abort();
      this.hurry = new AbortController();
    });
  }

  private async tryRestore(lineage: string): Promise<void> {
    const startedMs = Date.now();
    const problem = await this.kept.tryRestore(lineage, this.over.signal);
    this.over.signal.throwIfAborted();
    this.book.noteTrial(startedMs, problem);
    if (problem !== null) throw new Error(problem);
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.troubles.over(what);
      return true;
    } catch (error) {
      if (!this.over.signal.aborted) this.troubles.note(what, error);
      return false;
    } finally {
      await this.book.write();
    }
  }

  private async rest(ms: number, hurry?: AbortSignal): Promise<void> {
    const signal = hurry ? AbortSignal.any([this.over.signal, hurry]) : this.over.signal;
    await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
