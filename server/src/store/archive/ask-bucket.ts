import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveTarget } from './archive-options.ts';
import { canonicalQuery, encodeStrictly, hashOfBody, signRequest } from './sign-request.ts';
import { OBJECT_BYTES_MAX, StorageTrouble } from './storage.ts';

export type BucketPlace = Extract<ArchiveTarget, { kind: 's3' }>;

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

export type Patience = {
  /** Nothing comes or goes for so long. */
  readonly silenceMs: number;
  /** How long it rests before each time that it asks again. */
  readonly pausesMs: readonly number[];
};

export const PATIENCE: Patience = { silenceMs: 15_000, pausesMs: [250, 1_500] };
/** In all: some time, and more for each byte, so that a line of half a megabit suffices. */
const DEADLINE_MS = 30_000;
const BYTES_PER_MS_LEAST = 64;
const NO_BODY = Buffer.alloc(0);

export type BucketAsker = {
  readonly ask: (asked: Asked) => Promise<Answered>;
  readonly close: () => void;
};

/** Asks a storage that speaks S3, by signed requests; what fails for a moment is asked again. */
export function openAsker(bucket: BucketPlace, patience: Patience): BucketAsker {
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

export function refusal(what: string, { status, headers, body }: Answered): StorageTrouble {
  const text = body.subarray(0, 4_096).toString('utf8');
  const code = tagIn(text, 'Code');
  const region = headers['x-amz-bucket-region'];
  const hint = region === undefined ? '' : ` Its region is ${String(region)}.`;
  return new StorageTrouble(
    `The storage refuses: ${what} (${status}${code === null ? '' : ` ${code}: ${tagIn(text, 'Message') ?? ''}`}).${hint}`,
  );
}

export function tagIn(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? null;
}
