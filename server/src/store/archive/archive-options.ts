/** Where archived copies and logs are put. */
export type ArchiveTarget =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Without slashes at its ends; empty for none. */
      readonly prefix: string;
      /** Scheme, host and port; null: Amazon's own for the region. */
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | null;
    };

/** What the operator decided about the continuous backup of the embedded database. */
export type ArchiveOptions = {
  /** As it was given; it may be shown, for it holds no secret. */
  readonly to: string;
  readonly target: ArchiveTarget;
  /** Base64 of 32 bytes; null: kept in the data directory. */
  readonly key: string | null;
  readonly keepDays: number;
  /** How often the log is looked at and sent. */
  readonly everySeconds: number;
  /** How much of the log waits on this disk while the storage is away, in MiB. */
  readonly heldMib: number;
};

/** Why nothing can be archived or restored, with what to do about it. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}
