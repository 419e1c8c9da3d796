import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataPlace, EmbeddedLog } from './embedded-database.ts';
import { hasCode, signalProcess, startOfProcess, waitForEnd } from './processes.ts';
import { findPostmaster } from './find-postmaster.ts';
import { closeSocketDirectory } from './socket-directory.ts';

/** `serve` for the one server of a data directory, `command` for everything that may come beside it. */
export type Purpose = 'serve' | 'command';
type LeaseHolder = { readonly pid: number; readonly purpose: Purpose | 'stopping' };

export type DirectoryLease = {
  /** Live holders besides this lease. */
  readonly others: () => Promise<readonly LeaseHolder[]>;
  readonly release: () => Promise<void>;
};

/**
 * Says, in a file that bears it in its name, that this process uses the database. Whoever opens
 * writes the lease first and then looks for a stop under way; whoever stops announces it first
 * and then looks for leases: so at least one of two at the same moment sees the other.
 */
export async function takeLease(place: DataPlace, purpose: LeaseHolder['purpose']): Promise<DirectoryLease> {
  const dir = join(place.dataDir, 'postgres.users');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = await claimName(dir, purpose);
  return {
    others: async () => (await liveHolders(dir)).filter((holder) => holder.name !== name),
    release: () => rm(join(dir, name), { force: true }),
  };
}

/** Waits until nobody is stopping the database; it is then either stopped or goes on. */
export async function waitForStops(lease: DirectoryLease, signal?: AbortSignal): Promise<void> {
  while ((await lease.others()).some((holder) => holder.purpose === 'stopping')) {
    await pause(20, undefined, signal ? { signal } : {});
  }
}

async function claimName(dir: string, purpose: LeaseHolder['purpose']): Promise<string> {
  for (let number = 0; ; number += 1) {
    const name = `${process.pid}-${startOfProcess(process.pid) ?? '0'}-${purpose}-${number}`;
    try {
      await (await open(join(dir, name), 'wx', 0o600)).close();
      return name;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Who holds a lease now; what dead processes left is swept away. */
async function liveHolders(dir: string): Promise<(LeaseHolder & { readonly name: string })[]> {
  const holders = (await readdir(dir)).flatMap((name) => {
    const [, pid, start, purpose] = /^(\d+)-(\d+)-(serve|command|stopping)-\d+$/.exec(name) ?? [];
    return purpose === undefined
      ? []
      : [{ name, pid: Number(pid), start, purpose: purpose as LeaseHolder['purpose'] }];
  });
  const dead = holders.filter((holder) => startOfProcess(holder.pid) !== holder.start);
  await Promise.all(dead.map((holder) => rm(join(dir, holder.name), { force: true })));
  return holders.filter((holder) => !dead.includes(holder));
}

/** Fast: sessions end, a checkpoint is written. Immediate: the next start recovers, and nothing is lost either. */
const FAST = { signal: 'SIGINT', polls: 6_000, pollMs: 10 } as const;
const IMMEDIATE = { signal: 'SIGQUIT', polls: 1_000, pollMs: 10 } as const;

/** Gives the lease back, and the last one stops the database. */
export async function stopUnlessUsed({
  place,
  lease,
  log,
}: {
  place: DataPlace;
  lease: DirectoryLease;
  log: EmbeddedLog;
}): Promise<void> {
  const stopping = await takeLease(place, 'stopping');
  try {
    await lease.release();
    const users = (await stopping.others()).filter((holder) => holder.purpose !== 'stopping');
    if (users.length === 0) await stopPostmaster(place, log);
  } finally {
    await stopping.release();
  }
}

async function stopPostmaster(place: DataPlace, log: EmbeddedLog): Promise<void> {
  const postmaster = await findPostmaster(place);
  if (postmaster === null) return;
  for (const { signal, ...patience } of [FAST, IMMEDIATE]) {
    signalProcess(postmaster.pid, signal);
    if (await waitForEnd(postmaster.pid, patience)) return closeSocketDirectory(place);
    log.warn({ pid: postmaster.pid, signal }, 'The embedded database is slow to stop');
  }
}
