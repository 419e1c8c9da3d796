import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { OBJECT_BYTES_MAX, StorageTrouble, type ArchiveStorage, type StoredObject } from './storage.ts';
import type { ArchiveTarget } from './archive-options.ts';
import { canonicalQuery, encodeStrictly, hashOfBody, signRequest } from './sign-request.ts';

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

type BucketPlace = Extract<ArchiveTarget, { kind: 's3' }>;

type Asked = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** The key of an object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};
type Answered = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

type Patience = {
  /** Nothing comes or goes for so long. */
  readonly silenceMs: number;
  /** How long it rests before each time that it asks again. */
  readonly pausesMs: readonly number[];
};

const PATIENCE: Patience = { silenceMs: 15_000, pausesMs: [250, 1_500] };
/** In all: some time, and more for each byte, so that a line of half a megabit suffices. */
const DEADLINE_MS = 30_000;
const BYTES_PER_MS_LEAST = 64;
const NO_BODY = Buffer.alloc(0);

type BucketAsker = {
  readonly ask: (asked: Asked) => Promise<Answered>;
  readonly close: () => void;
};

/** Asks a storage that speaks S3, by signed requests; what fails for a moment is asked again. */
function openAsker(bucket: BucketPlace, patience: Patience): BucketAsker {
  const place = placeOf(bucket);
  const agent = new (place.secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 8 });
  const askOnce = async ({
    method,
    key,
    query = {},
    headers = {},
    body = NO_BODY,
  }: Asked): Promise<Answered> => {
    const path =
      `${place.base}${key === '' ? '' : '/'}${key.split('/').map(encodeStrictly).join('/')}` || '/';
    const bodyHash = await hashOfBody(body);
    const request = { method, path, query, host: place.host, headers, bodyHash, now: new Date() };
    const search = canonicalQuery(query);
    return exchange({
      secure: place.secure,
      host: place.host,
      path: search === '' ? path : `${path}?${search}`,
      method,
      headers: signRequest(request, bucket),
      body,
      agent,
      silenceMs: patience.silenceMs,
    });
  };
  return { ask: (asked) => askAgain(patience, () => askOnce(asked)), close: () => agent.destroy() };
}

/** Amazon's own names the bucket in the host, others in the path. */
function placeOf({ endpoint, region, bucket }: BucketPlace) {
  const url = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`);
  return {
    secure: url.protocol === 'https:',
    host: url.host,
    base: endpoint === null ? '' : `/${encodeStrictly(bucket)}`,
  };
}

/** What may be over in a moment is asked again: no answer, and answers that say so. */
async function askAgain({ pausesMs }: Patience, ask: () => Promise<Answered>): Promise<Answered> {
  for (const pauseMs of pausesMs) {
    const answer = await ask().catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
    if (!(answer instanceof Error) && answer.status === 501) return answer;
    await pause(pauseMs);
  }
  return ask();
}

type Wire = {
  readonly secure: boolean;
  readonly host: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly agent: HttpAgent | HttpsAgent;
  readonly silenceMs: number;
};

/** One request and its whole answer; rejects when it is cut, silent for too long or larger than any object. */
function exchange({ secure, host, path, method, headers, body, agent, silenceMs }: Wire): Promise<Answered> {
  const allowedMs =
    DEADLINE_MS + Math.max(body.length, method === 'GET' ? OBJECT_BYTES_MAX : 0) / BYTES_PER_MS_LEAST;
  return new Promise((resolve, reject) => {
    const url = `${secure ? 'https' : 'http'}://${host}${path}`;
    const outgoing = (secure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      agent,
    });
    const fail = (reason: string): void => {
      clearTimeout(limit);
      outgoing.destroy();
      reject(new StorageTrouble(`The storage at ${host} ${reason}.`));
    };
    const limit = setTimeout(
      () => fail(`did not answer within ${Math.round(allowedMs / 1_000)} s`),
      allowedMs,
    );
    outgoing
      .setTimeout(silenceMs, () => fail(`was silent for ${silenceMs / 1_000} s`))
      .on('error', (error) => fail(`cannot be reached: ${error.message}`))
      .on('response', (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer
          .on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > OBJECT_BYTES_MAX * 2) fail('answers without end');
            else chunks.push(chunk);
          })
          .on('close', () => {
            clearTimeout(limit);
            if (!answer.complete) return fail('cut its answer short');
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
          });
      })
      .end(body);
  });
}

function refusal(what: string, { status, headers, body }: Answered): StorageTrouble {
  const text = body.subarray(0, 4_096).toString('utf8');
  const code = tagIn(text, 'Code');
  const region = headers['x-amz-bucket-region'];
  const hint = region === undefined ? '' : ` Its region is ${String(region)}.`;
  return new StorageTrouble(
    `The storage refuses: ${what} (${status}${code === null ? '' : ` ${code}: ${tagIn(text, 'Message') ?? ''}`}).${hint}`,
  );
}

function tagIn(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? null;
}
