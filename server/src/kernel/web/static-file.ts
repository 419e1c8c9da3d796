import type { FramedBy } from './frame-policy.ts';

/** A file that is the same for everybody, and shown without a key: an asset, the API's description. */
export type StaticFile = {
  /** From the root, without parameters. */
  readonly path: string;
  /** Content type. */
  readonly type: string;
  /** How long anybody's cache may keep it. */
  readonly maxAgeSeconds: number;
  /** Never asked for again, for its path changes with its content. */
  readonly immutable?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who may frame it when asked for with this query; null, or left out: nobody. */
  readonly framedBy?: (query: URLSearchParams) => Promise<FramedBy | null>;
  /** Called once, when somebody first asks. */
  readonly read: () => Promise<Buffer>;
};
