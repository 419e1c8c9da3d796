import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one request. */
export type S3Fault =
  | 'error'
  | 'slow down'
  | 'silence'
  | 'hang-up'
  | 'cut answer'
  | 'lost answer'
  | 'slow answer'
  | 'nonsense';

export const s3Faults: readonly S3Fault[] = [
  'error',
  'slow down',
  'hang-up',
  'cut answer',
  'lost answer',
  'slow answer',
  'nonsense',
];

/** A storage that speaks enough of S3 to be backed up to, and misbehaves on order. It looks at signatures by rules of its own. */
export type FakeS3 = AsyncDisposable & {
  readonly url: string;
  readonly bucket: string;
  readonly objects: Map<string, Buffer>;
  /** Asked before each request; null lets it go well. */
  fault: (method: string, path: string) => S3Fault | null;
  /** Whether it knows `If-None-Match`. */
  conditional: boolean;
  readonly seen: Map<string, number>;
  /** For `BACKUP_TO` and its keys. */
  readonly environment: Readonly<Record<string, string>>;
};

const BUCKET = 'shop-backups';
const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'the/secret+key';
const REGION = 'af-south-1';
const PAGE_KEYS = 20;

export async function openFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeS3 = {
    url,
    bucket: BUCKET,
    objects: new Map(),
    fault: () => null,
    conditional: true,
    seen: new Map(),
    environment: {
      BACKUP_TO: `s3://${BUCKET}/shops/one?endpoint=${url}&region=${REGION}`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const fault = fake.fault(method, request.url ?? '');
    fake.seen.set(fault ?? 'none', (fake.seen.get(fault ?? 'none') ?? 0) + 1);
    const body = await bodyOf(request);
    if (fault === 'silence') return;
    if (fault === 'hang-up') return void request.socket.destroy();
    if (fault === 'error') return tell(response, 500, xml('InternalError'));
    if (fault === 'slow down') return tell(response, 503, xml('SlowDown'));
    if (fault === 'nonsense') return tell(response, 200, '<html>Please sign in to the network.</html>');
    const done = isSigned(request, body)
      ? act(request, body)
      : { status: 403, body: xml('SignatureDoesNotMatch') };
    if (fault === 'lost answer') return void request.socket.destroy();
    const bytes = Buffer.from(done.body ?? '');
    response.writeHead(done.status, { 'content-length': bytes.length, ...done.headers });
    if (fault === 'cut answer') {
      response.write(bytes.subarray(0, bytes.length / 2));
      return void setTimeout(() => request.socket.destroy(), 20);
    }
    if (fault === 'slow answer') return void setTimeout(() => response.end(bytes), 150);
    response.end(bytes);
  }

  function act(request: IncomingMessage, body: Buffer): Done {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return { status: 404, body: xml('NoSuchBucket') };
    if (request.method === 'PUT') return put(key, body, request.headers['if-none-match'] === '*');
    if (request.method === 'DELETE') return { status: fake.objects.delete(key) ? 204 : 204 };
    if (key === '') return list(searchParams);
    const found = fake.objects.get(key);
    return found
      ? { status: 200, body: found, headers: { etag: etagOf(found) } }
      : { status: 404, body: xml('NoSuchKey') };
  }

  function put(key: string, body: Buffer, onlyNew: boolean): Done {
    if (onlyNew && !fake.conditional) return { status: 501, body: xml('NotImplemented') };
    if (onlyNew && fake.objects.has(key)) return { status: 412, body: xml('PreconditionFailed') };
    fake.objects.set(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function list(query: URLSearchParams): Done {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const names = [...fake.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const page = names.slice(0, PAGE_KEYS);
    const rows = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${fake.objects.get(key)?.length}</Size></Contents>`,
    );
    const more = names.length > page.length;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    };
  }

  return fake;
}

type Done = {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Signature Version 4, from the request as it came over the wire. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, keyId, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=(.+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const hash = createHash('sha256').update(body).digest('hex');
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const lines = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`);
  const pairs = query.split('&').filter(Boolean).toSorted().join('&');
  const canonical = `${request.method}\n${path}\n${pairs}\n${lines.join('')}\n${names}\n${hash}`;
  const text = `AWS4-HMAC-SHA256\n${String(request.headers['x-amz-date'])}\n${day}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: Buffer = Buffer.from(`AWS4${SECRET}`);
  for (const part of [day, region, 's3', 'aws4_request', text])
    key = createHmac('sha256', key).update(part).digest();
  return (
    keyId === KEY_ID &&
    region === REGION &&
    names.split(';').includes('host') &&
    request.headers['x-amz-content-sha256'] === hash &&
    key.toString('hex') === signature
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function tell(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

function xml(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>As ordered.</Message></Error>`;
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
