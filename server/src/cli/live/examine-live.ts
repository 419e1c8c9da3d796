import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { typed } from '../../config.ts';
import { createEgress, readCertificate, type Egress } from '../../egress/index.ts';
import { isLoopbackHost } from '../../kernel/web/is-loopback-host.ts';
import type { OutgoingResult, World } from '../../kernel/running/world.ts';
import { createWorld } from '../../world.ts';
import { backupMadeAt } from '../../store/index.ts';
import type { Finding } from '../finding.ts';
import { examineFigures, readMetrics } from './examine-figures.ts';

export type LivePlaces = {
  /** Without `/v1`. */
  readonly baseUrl: string;
  /** Null: nobody tells. */
  readonly metricsUrl: string | null;
  /** The folder of backups; null: not looked at. */
  readonly backups: string | null;
};

const DEADLINE_MS = 10_000;
const METRICS_BYTES_MAX = 4_000_000;
const CLOCK_DIFFERENCE_MAX_MS = 5_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS_WISHED = 14;
const CERTIFICATE_DAYS_LEAST = 3;
/** Whoever runs the command names the server: it may stand anywhere. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

type Asking = LivePlaces & { readonly egress: Egress; readonly world: Pick<World, 'now' | 'send'> };

/** How a running server stands, as far as it can be asked over the network. */
export async function examineLive(places: LivePlaces): Promise<readonly Finding[]> {
  const egress = createEgress({ allow: ANYWHERE, userAgent: 'Cottontree-Doctor' });
  const asking = { ...places, egress, world: createWorld({ egress }) };
  try {
    const [alive, ...others] = await Promise.all([
      examineAddress(asking),
      examineReadiness(asking),
      examineCertificate(asking),
      examineMetrics(asking),
      examineBackups(places.backups, asking.world.now()),
    ]);
    return [...alive, ...others.flat()];
  } finally {
    egress.close();
  }
}

function get({ world }: Pick<Asking, 'world'>, url: string): Promise<OutgoingResult> {
  return world.send({
    url,
    method: 'GET',
    headers: { accept: '*/*' },
    body: Buffer.alloc(0),
    deadlineMs: DEADLINE_MS,
    responseBytesMax: METRICS_BYTES_MAX,
  });
}

function reasonOf({ status, error, hint }: OutgoingResult): string {
  return status === null ? (hint ?? error ?? 'no answer') : `it answers with status ${status}.`;
}

/** Whether it answers at all, and whether its clock goes right. */
async function examineAddress(asking: Asking): Promise<readonly Finding[]> {
  const url = `${asking.baseUrl}/healthz`;
  const beforeMs = asking.world.now().getTime();
  const answer = await get(asking, url);
  const afterMs = asking.world.now().getTime();
  if (answer.status !== 200)
    return [
      {
        check: 'address',
        state: 'bad',
        message: `${url}: ${reasonOf(answer)} Is the server running, and is this its address?`,
      },
    ];
  const message = `${asking.baseUrl} answers within ${answer.durationMs.toFixed(0)} ms`;
  return [
    { check: 'address', state: 'ok', message },
    examineClock(timeIn(answer.body), (beforeMs + afterMs) / 2),
  ];
}

function timeIn(body: Buffer): number {
  try {
    return Date.parse(String(Object(JSON.parse(body.toString('utf8'))).timestamp));
  } catch {
    return Number.NaN;
  }
}

function examineClock(thereMs: number, hereMs: number): Finding {
  const check = 'clock';
  if (Number.isNaN(thereMs))
    return { check, state: 'bad', message: 'it tells no time: something else answers at this address.' };
  const differenceMs = hereMs - thereMs;
  const seconds = Math.abs(differenceMs / 1_000).toFixed(1);
  return Math.abs(differenceMs) <= CLOCK_DIFFERENCE_MAX_MS
    ? { check, state: 'ok', message: `within ${seconds} s of this machine's` }
    : {
        check,
        state: 'bad',
        message: `${seconds} s ${differenceMs > 0 ? 'behind' : 'ahead of'} this machine's: let both follow a time server.`,
      };
}

async function examineReadiness(asking: Asking): Promise<readonly Finding[]> {
  const answer = await get(asking, `${asking.baseUrl}/readyz`);
  if (answer.status === 200)
    return [{ check: 'database', state: 'ok', message: 'its database answers: it may take traffic' }];
  const message =
    answer.status === 503
      ? 'its database does not answer, so everything is refused with 503 until it does: is PostgreSQL running, and reached by DATABASE_URL?'
      : `${asking.baseUrl}/readyz: ${reasonOf(answer)}`;
  return [{ check: 'database', state: 'bad', message }];
}

async function examineCertificate({ baseUrl, egress, world }: Asking): Promise<readonly Finding[]> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const check = 'certificate';
  if (protocol !== 'https:')
    return isLoopbackHost(hostname)
      ? []
      : [
          {
            check,
            state: 'warning',
            message: 'none: keys and codes travel in the clear. Put a proxy with TLS in front.',
          },
        ];
  const place = { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
  const seen = await readCertificate(egress, place, DEADLINE_MS).catch((error: unknown) => error as Error);
  if (seen instanceof Error) return [{ check, state: 'bad', message: `it shows none: ${seen.message}` }];
  const days = Math.floor((seen.validUntil.getTime() - world.now().getTime()) / DAY_MS);
  const message = `good until ${seen.validUntil.toISOString().slice(0, 10)}, ${days} days`;
  if (seen.problem !== null)
    return [{ check, state: 'bad', message: `nobody should trust it (${seen.problem}); ${message}` }];
  if (days >= CERTIFICATE_DAYS_WISHED) return [{ check, state: 'ok', message }];
  return [
    {
      check,
      state: days < CERTIFICATE_DAYS_LEAST ? 'bad' : 'warning',
      message: `${message}: what renews it has stopped, or failed.`,
    },
  ];
}

async function examineMetrics(asking: Asking): Promise<readonly Finding[]> {
  const check = 'metrics';
  if (asking.metricsUrl === null)
    return [
      {
        check,
        state: 'warning',
        message:
          'queues and load were not looked at: set METRICS_PORT on the server, and name --metrics here.',
      },
    ];
  const answer = await get(asking, asking.metricsUrl);
  const metrics = answer.status === 200 ? readMetrics(answer.body.toString('utf8')) : null;
  if (metrics !== null) return examineFigures(metrics);
  const reason = answer.status === 200 ? 'these are not the metrics of Cottontree.' : reasonOf(answer);
  return [{ check, state: 'bad', message: `${asking.metricsUrl}: ${reason}` }];
}

/** One a day, and some time to make it. */
const AGE_WISHED_HOURS = 26;
const AGE_MAX_HOURS = 50;
const HOUR_MS = 3_600_000;
/** What `backup` writes to until it is whole, and what the unit of deploy/systemd calls it; killed, they leave it. */
const UNFINISHED = /(^|\.)unfinished$/;

/** How old the newest backup of a folder is, whatever else lies there. */
async function examineBackups(folder: string | null, now: Date): Promise<Finding> {
  const check = 'backups';
  if (folder === null)
    return { check, state: 'warning', message: 'nobody looked: name their folder with --backups.' };
  const names = await readdir(folder).catch(() => null);
  if (names === null) return { check, state: 'bad', message: `${folder} cannot be read.` };
  const whole = names.filter((name) => !UNFINISHED.test(name));
  const madeMs = await momentsOf(whole.map((name) => join(folder, name)));
  if (madeMs.length === 0)
    return { check, state: 'bad', message: `there is none in ${folder}: ${typed('backup FILE')} makes one.` };
  const hours = Math.max(0, (now.getTime() - Math.max(...madeMs)) / HOUR_MS);
  const message = `the newest of ${madeMs.length} in ${folder} is ${hours.toFixed(1)} h old`;
  if (hours <= AGE_WISHED_HOURS) return { check, state: 'ok', message };
  return {
    check,
    state: hours > AGE_MAX_HOURS ? 'bad' : 'warning',
    message: `${message}: what makes them has stopped, or failed.`,
  };
}

/** As of when those of the files are that are backups. One after the other: there may be hundreds. */
async function momentsOf(files: readonly string[]): Promise<readonly number[]> {
  const moments: number[] = [];
  for (const file of files) {
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    const madeAt = isFile ? await backupMadeAt(file) : null;
    if (madeAt) moments.push(madeAt.getTime());
  }
  return moments;
}
