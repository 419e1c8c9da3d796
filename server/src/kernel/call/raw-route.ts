/** One request of a machine that knows an unguessable address and no key: the body as it came, read by nobody before. */
export type RawRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** A door for such machines, beside the API: no envelope, the status is the answer. */
export type RawRoute = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** From the root, with `:name` parameters. */
  readonly path: string;
  readonly bodyBytesMax: number;
  readonly handle: (request: RawRequest) => Promise<{ readonly status: number; readonly body: string }>;
};
