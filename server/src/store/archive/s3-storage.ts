import { openAsker, PATIENCE, refusal, tagIn, type BucketAsker, type BucketPlace } from './ask-bucket.ts';
import type { ArchiveStorage, StoredObject } from './storage.ts';

type Bucket = BucketAsker & {
  readonly prefix: string;
  /** Whether it knows `If-None-Match`; found out by trying. */
  conditional: boolean;
};

const KEYS_MAX = 1_000;

/** A bucket of a storage that speaks S3. */
export function openBucket(place: BucketPlace, patience = PATIENCE): ArchiveStorage {
  const bucket: Bucket = {
    ...openAsker(place, patience),
    prefix: place.prefix === '' ? '' : `${place.prefix}/`,
    conditional: true,
  };
  return {
    begin: async () => undefined,
    put: (name, bytes) => putObject(bucket, name, bytes),
    get: (name) => getObject(bucket, name),
    list: (prefix, after) => listObjects(bucket, prefix, after),
    async remove(name) {
      const answer = await bucket.ask({ method: 'DELETE', key: `${bucket.prefix}${name}` });
      if (![200, 204, 404].includes(answer.status)) throw refusal(`${name} cannot be removed`, answer);
    },
    close: bucket.close,
  };
}

async function putObject(bucket: Bucket, name: string, bytes: Buffer): Promise<'put' | 'other'> {
  const { conditional } = bucket;
  if (!conditional && (await isThere(bucket, name))) return compare(bucket, name, bytes);
  const headers = conditional ? { 'if-none-match': '*' } : {};
  const answer = await bucket.ask({ method: 'PUT', key: `${bucket.prefix}${name}`, body: bytes, headers });
  if (answer.status === 412) return compare(bucket, name, bytes);
  if (answer.status === 501 && conditional) {
    bucket.conditional = false;
    return putObject(bucket, name, bytes);
  }
  // Whatever else answers 200 to everything, a storage names what it stored.
  if (answer.status !== 200 || !answer.headers.etag) throw refusal(`${name} was not stored`, answer);
  return 'put';
}

async function compare(bucket: Bucket, name: string, bytes: Buffer): Promise<'put' | 'other'> {
  return (await getObject(bucket, name)).equals(bytes) ? 'put' : 'other';
}

async function isThere(bucket: Bucket, name: string): Promise<boolean> {
  const { found } = await listPage(bucket, { prefix: `${bucket.prefix}${name}` });
  return found.some((one) => one.name === name);
}

async function getObject(bucket: Bucket, name: string): Promise<Buffer> {
  const answer = await bucket.ask({ method: 'GET', key: `${bucket.prefix}${name}` });
  if (answer.status !== 200 || !answer.headers.etag) throw refusal(`${name} cannot be read`, answer);
  return answer.body;
}

async function listObjects(bucket: Bucket, prefix: string, after?: string): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = [];
  const query = {
    prefix: `${bucket.prefix}${prefix}`,
    ...(after === undefined ? {} : { 'start-after': `${bucket.prefix}${after}` }),
  };
  for (let token: string | null = null; ;) {
    const page = await listPage(bucket, token === null ? query : { ...query, 'continuation-token': token });
    found.push(...page.found);
    if (page.next === null) return found;
    token = page.next;
  }
}

type Page = { readonly found: readonly StoredObject[]; readonly next: string | null };

async function listPage(bucket: Bucket, query: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await bucket.ask({
    method: 'GET',
    key: '',
    query: { 'list-type': '2', 'max-keys': String(KEYS_MAX), ...query },
  });
  const text = answer.body.toString('utf8');
  const isWhole = /<ListBucketResult[\s>]/.test(text) && /<\/ListBucketResult>\s*$/.test(text);
  if (answer.status !== 200 || !isWhole) throw refusal('the bucket does not tell what it holds', answer);
  const [, ...entries] = text.split('<Contents>');
  const found = entries.map((entry) => ({
    name: unescape(tagIn(entry, 'Key') ?? '').slice(bucket.prefix.length),
    bytes: Number(tagIn(entry, 'Size')),
  }));
  const isCut = tagIn(text, 'IsTruncated') === 'true';
  const token = isCut ? tagIn(text, 'NextContinuationToken') : null;
  // What is left out would be missing from a restore without a word.
  if (isCut && token === null)
    throw refusal('the bucket tells a part of what it holds, and not how to go on', answer);
  return { found, next: token === null ? null : unescape(token) };
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:apos|#39|#x27);/g, "'")
    .replaceAll('&amp;', '&');
}
