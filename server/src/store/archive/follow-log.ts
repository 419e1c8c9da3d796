import { join } from 'node:path';
import type { ArchiveRequest } from './archive-request.ts';
import { openArchiveSession, type ArchiveSession } from './archive-session.ts';
import { beginLineage, findPosition, hasBase, isOvertaken, type ArchivePosition } from './find-position.ts';
import type { WholeBase } from './names.ts';
import type { ArchiveKey } from './seal-object.ts';
import { ForeignLog, shipLog } from './ship-log.ts';
import { StorageTrouble, type ArchiveStorage } from './storage.ts';

export type FollowOptions = ArchiveRequest & {
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  /** The hole that came about makes every copy under way worthless. */
  readonly onGap: () => void;
  readonly onReached: (position: bigint) => void;
};

/** A mark a minute, so that a restore finds a later change than any moment that was. */
const MARK_MS = 60_000;
/** The database itself writes so little when nothing happens. */
const QUIET_BYTES = 512n;
/** Every so many milliseconds for each second of `everySeconds`: once in thirty times. */
const BASE_LOOK_EVERY = 30_000;
const MIB = 1_048_576;
/** What may wait while the disk is full. */
const HELD_BYTES_SCARCE = 16 * MIB;

/** Whatever was committed before `at` is in the log before the position. */
type Moment = { readonly at: Date; readonly position: bigint };
/** Of more than so many every second one is forgotten. */
const MOMENTS_MAX = 1_000;

/** Follows the log of a database and sends it on, round by round; a slot keeps what is not sent, up to a limit. */
export class LogFollower {
  /** Null before the first round that succeeded, and after what waited was given up. */
  position: ArchivePosition | null = null;
  heldBytes = 0;
  /** How often what waited was given up. */
  gaps = 0;
  /** Whether there is a hole that was told, and no position after it yet. */
  private inGap = false;
  private session: ArchiveSession | null = null;
  /** Whether the storage did not do its part in the last round. */
  private isAway = false;
  private baseSeenMs = performance.now();
  private marked = { atMs: Number.NEGATIVE_INFINITY, position: 0n };
  /** Of moments whose log is not sent yet, the oldest first; a round that fails leaves them to the next. */
  private moments: readonly Moment[] = [];
  private readonly options: FollowOptions;

  constructor(options: FollowOptions) {
    this.options = options;
  }

  /** Sends what is new. Throws when the database or the storage does not do its part; what was sent stays sent. */
  async round(): Promise<void> {
    try {
      await this.step(await this.connected());
      this.isAway = false;
    } catch (error) {
      this.isAway = error instanceof StorageTrouble;
      if (error instanceof ForeignLog) return this.leaveTo(error);
      // A connection that broke is made anew.
      if (!(error instanceof StorageTrouble)) await this.close();
      throw error;
    }
  }

  noteBase(base: WholeBase): void {
    if (this.position?.lineage === base.lineage) this.position = { ...this.position, base };
  }

  async close(): Promise<void> {
    await this.session?.[Symbol.asyncDispose]();
    this.session = null;
  }

  private async connected(): Promise<ArchiveSession> {
    if (this.session !== null) return this.session;
    const opened = await openArchiveSession(this.options.connection);
    if (opened.walLevel !== 'minimal') return (this.session = opened);
    await opened[Symbol.asyncDispose]();
    throw new Error(
      'A command without BACKUP_TO started the database: end all commands on this data directory, then start again.',
    );
  }

  private async step(session: ArchiveSession): Promise<void> {
    const { hasRoom } = this.options;
    await this.refuseTooMuch(session);
    const position = (this.position ??= await findPosition(this.seeking(session)));
    this.inGap = false;
    if (this.isQuiet((await session.state()).flushed)) return;
    if (await isOvertaken(this.options.storage, position)) throw new ForeignLog(position.lineage);
    if (await this.lacksBase(position)) return this.noteGap('The base copy is gone from the storage.');
    const at = hasRoom() ? await session.mark() : await session.now();
    // Asked for after the time: whatever was acknowledged before the time is before this position.
    const { flushed } = await session.state();
    this.note({ at, position: flushed });
    await this.send(session, position, flushed);
    this.position = { ...(this.position ?? position), until: at };
    this.marked = { atMs: performance.now(), position: flushed };
  }

  /** Not in each round: a folder is asked for every part of the copy. */
  private async lacksBase({ base }: ArchivePosition): Promise<boolean> {
    const { storage, options } = this.options;
    const now = performance.now();
    if (base === null || now - this.baseSeenMs < options.everySeconds * BASE_LOOK_EVERY) return false;
    this.baseSeenMs = now;
    return !(await hasBase(storage, base));
  }

  private note(moment: Moment): void {
    const known =
      this.moments.length < MOMENTS_MAX ? this.moments : this.moments.filter((_, place) => place % 2 === 0);
    this.moments = [...known, moment];
  }

  private async send(
    session: ArchiveSession,
    { lineage, writer, timeline, reached, until }: ArchivePosition,
    to: bigint,
  ): Promise<void> {
    const { storage, key, dataDir, onReached } = this.options;
    const momentAt = (position: bigint): Date | null =>
      this.moments.findLast((moment) => moment.position <= position)?.at ?? null;
    await shipLog({
      storage,
      key,
      log: { clusterDir: join(dataDir, 'postgres'), timeline, segmentBytes: session.segmentBytes },
      lineage,
      writer,
      from: reached,
      to,
      untilAt: (position) => momentAt(position) ?? until ?? new Date(0),
      onStored: async (stored) => {
        if (this.position)
          this.position = {
            ...this.position,
            reached: stored,
            until: momentAt(stored) ?? this.position.until,
          };
        const { kept } = await session.state();
        if (kept !== null && stored > kept) await session.advance(stored);
        this.heldBytes = Number(to - stored);
        onReached(stored);
      },
    });
    // What lies behind is told by the position.
    this.moments = this.moments.filter(({ position }) => position > to);
  }

  /** What waits here is given up before the disk is full, and before it is too much. */
  private async refuseTooMuch(session: ArchiveSession): Promise<void> {
    const { flushed, kept, hasSlot } = await session.state();
    if (!hasSlot) return;
    this.heldBytes = kept === null ? 0 : Number(flushed - kept);
    const hasRoom = this.options.hasRoom();
    const most = hasRoom ? this.options.options.heldMib * MIB : HELD_BYTES_SCARCE;
    // A storage that takes what comes gets it, however much came at once; the database has its own limit for what is slow.
    if (kept !== null && (this.heldBytes <= most || (hasRoom && !this.isAway))) return;
    await session.dropSlot();
    // What nobody keeps goes now.
    await session.checkpoint();
    this.heldBytes = 0;
    this.noteGap(
      hasRoom
        ? 'More log waited for the storage than BACKUP_HELD_MIB allows, and was given up.'
        : 'The disk is full, and the log that waited for the storage was given up.',
    );
  }

  private noteGap(reason: string): void {
    const { log, onGap } = this.options;
    // What was given up here is found gone when the storage is back.
    if (this.inGap) return;
    this.inGap = true;
    this.gaps += 1;
    this.forget();
    log.warn(
      { reason },
      'There is a hole in the archived log; a new base copy is begun as soon as the storage answers.',
    );
    onGap();
  }

  private forget(): void {
    this.position = null;
    this.moments = [];
  }

  /** Two data directories under one lineage: the other was there first. */
  private async leaveTo({ message }: ForeignLog): Promise<void> {
    const { log, onGap } = this.options;
    log.warn({ reason: message }, 'Another data directory writes to this lineage: this one begins its own.');
    this.forget();
    onGap();
    this.position = await beginLineage(this.seeking(await this.connected()));
  }

  private seeking(session: ArchiveSession) {
    return { ...this.options, session, onGap: (reason: string) => this.noteGap(reason) };
  }

  private isQuiet(flushed: bigint): boolean {
    const sinceMs = performance.now() - this.marked.atMs;
    if (flushed === this.marked.position) return sinceMs < MARK_MS;
    const quietMs = Math.min(MARK_MS, this.options.options.everySeconds * 2_000);
    return flushed - this.marked.position < QUIET_BYTES && sinceMs < quietMs;
  }
}
