import { isIdempotent, whoCalls, type Operation } from '@cottontree/contract';

/** A request as the samples write it: the contract's own example of it. */
export type SampleCall = {
  readonly operation: Operation;
  readonly url: string;
  /** By name, in the order in which they are sent; what stands for the reader's key is `KEY`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** What stands for the reader's own key until there is one. */
export const KEY = 'sk_test_YOUR_KEY';
const IDEMPOTENCY_KEY = '5f0c6f6e-7d0b-4b0e-9a35-0f6f1f0c1b7a';

/** The example of an operation as a request to a server, whose address ends before `/v1`. */
export function sampleCall(operation: Operation, baseUrl: string): SampleCall {
  const { body } = operation.example;
  return {
    operation,
    url: `${baseUrl}/v1${examplePath(operation)}`,
    headers: {
      ...wayIn(operation),
      ...(isIdempotent(operation) ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
  };
}

/** The path with the values of the example, its query behind it. */
export function examplePath({ path, example }: Operation): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(example.params?.[name] ?? name),
  );
  const query = Object.entries(example.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function wayIn(operation: Operation): Readonly<Record<string, string>> {
  const { signIn, takesKeys } = whoCalls(operation);
  if (takesKeys) return { Authorization: `Bearer ${KEY}` };
  if (signIn === null) return {};
  if (signIn.by === 'header') return { Authorization: `Bearer ${signIn.tokenPrefix}YOUR_TOKEN` };
  return { Cookie: `cottontree=${signIn.tokenPrefix}YOUR_TOKEN`, 'Sec-Fetch-Site': 'same-origin' };
}
