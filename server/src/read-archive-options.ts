import { resolve } from 'node:path';
import { parseUrl } from './kernel/web/parse-url.ts';
import type { EnvironmentReader } from './read-environment.ts';
import type { ArchiveOptions, ArchiveTarget } from './store/index.ts';

type KeyCheck = Omit<Parameters<EnvironmentReader['text']>[1], 'fallback'>;

const S3_FORM = 's3://bucket/prefix?endpoint=https://storage.example&region=eu-west-1';

/** Reads where and how the embedded database is backed up all the time; null: it is not. */
export function readArchiveOptions(read: EnvironmentReader, key: KeyCheck): ArchiveOptions | null {
  const to = read.text('BACKUP_TO', {
    fallback: null,
    accepts: (text) => (text.includes('://') ? readBucket(text) !== null : !text.includes('\0')),
    wanted: `a folder that is there, or ${S3_FORM} (letters, digits and ._-/ in bucket and prefix)`,
  });
  const secret = { accepts: () => true, wanted: 'a key of the storage', secret: true } as const;
  const keys = {
    accessKeyId: read.text('AWS_ACCESS_KEY_ID', { ...secret, fallback: null }),
    secretAccessKey: read.text('AWS_SECRET_ACCESS_KEY', { ...secret, fallback: null }),
    sessionToken: read.text('AWS_SESSION_TOKEN', { ...secret, fallback: null }),
  };
  const given = {
    key: read.text('BACKUP_KEY', { ...key, fallback: null }),
    keepDays: read.integer('BACKUP_KEEP_DAYS', { fallback: 14, least: 1, most: 3_650 }),
    everySeconds: read.integer('BACKUP_EVERY_SECONDS', { fallback: 20, least: 1, most: 60 }),
    heldMib: read.integer('BACKUP_HELD_MIB', { fallback: 1_024, least: 64, most: 1_048_576 }),
  };
  if (to === null) return null;
  if (!to.includes('://')) {
    const path = resolve(to);
    return { to: path, target: { kind: 'folder', path }, ...given };
  }
  const bucket = readBucket(to);
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  if (bucket === null) return null;
  if (accessKeyId === null || secretAccessKey === null) {
    read.problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given with BACKUP_TO=s3://….');
    return null;
  }
  return { to, target: { ...bucket, accessKeyId, secretAccessKey, sessionToken }, ...given };
}

type Bucket = Omit<
  Extract<ArchiveTarget, { kind: 's3' }>,
  'accessKeyId' | 'secretAccessKey' | 'sessionToken'
>;

/** Null for what is no bucket. */
function readBucket(text: string): Bucket | null {
  const url = parseUrl(text);
  if (url === null || url.protocol !== 's3:' || url.username !== '' || url.port !== '') return null;
  const prefix = url.pathname.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');
  const endpoint = url.searchParams.get('endpoint');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const others = [...url.searchParams.keys()].filter((name) => name !== 'endpoint' && name !== 'region');
  const isPlain =
    /^[a-z0-9][a-z0-9.-]+$/.test(url.hostname) &&
    /^[A-Za-z0-9._/-]*$/.test(prefix) &&
    /^[a-z0-9-]+$/i.test(region);
  if (!isPlain || others.length > 0 || (endpoint !== null && !isOrigin(endpoint))) return null;
  return { kind: 's3', bucket: url.hostname, prefix, endpoint, region };
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === `${text.replace(/\/$/, '')}/`;
}
