import type { ClientConfig } from 'pg';
import type { Logger } from '../../kernel/running/logger.ts';
import type { ArchiveOptions } from './archive-options.ts';

/** What keeping an archive takes. */
export type ArchiveRequest = {
  readonly options: ArchiveOptions;
  readonly dataDir: string;
  /** The embedded database, as its owner. */
  readonly connection: ClientConfig;
  readonly log: Logger;
  /** Whether the disk has room for more. */
  readonly hasRoom: () => boolean;
  /** Whether the clock may decide what is old. */
  readonly isClockSteady: () => Promise<boolean>;
  readonly appVersion: string;
  readonly secretKeyId: () => Promise<string>;
  /** Restores what is archived elsewhere and looks at it; why it is not right, or null. */
  readonly tryRestore: (lineage: string, signal: AbortSignal) => Promise<string | null>;
};
