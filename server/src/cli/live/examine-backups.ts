import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';

/** One a day, and some time to make it. */
const AGE_WISHED_HOURS = 26;
const AGE_MAX_HOURS = 50;
const HOUR_MS = 3_600_000;
/** What `backup` writes to until it is whole, and what the unit of deploy/systemd calls it; killed, they leave it. */
const UNFINISHED = /(^|\.)unfinished$/;

/** How old the newest file of a folder is in which backups are put. */
export async function examineBackups(folder: string | null, now: Date): Promise<Finding> {
  const check = 'backups';
  if (folder === null)
    return { check, state: 'warning', message: 'nobody looked: name their folder with --backups.' };
  const names = await readdir(folder).catch(() => null);
  if (names === null) return { check, state: 'bad', message: `${folder} cannot be read.` };
  const whole = names.filter((name) => !UNFINISHED.test(name));
  const files = (await Promise.all(whole.map((name) => stat(join(folder, name)).catch(() => null)))).filter(
    (file) => file?.isFile() === true && file.size > 0,
  );
  const newestMs = Math.max(...files.map((file) => file?.mtimeMs ?? 0));
  if (files.length === 0)
    return { check, state: 'bad', message: `there is none in ${folder}: cottontree backup FILE makes one.` };
  const hours = Math.max(0, (now.getTime() - newestMs) / HOUR_MS);
  const message = `the newest of ${files.length} in ${folder} is ${hours.toFixed(1)} h old`;
  if (hours <= AGE_WISHED_HOURS) return { check, state: 'ok', message };
  return {
    check,
    state: hours > AGE_MAX_HOURS ? 'bad' : 'warning',
    message: `${message}: what makes them has stopped, or failed.`,
  };
}
