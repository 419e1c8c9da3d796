/** Takes lines for the operator; a pino logger fits. */
export type EmbeddedLog = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
};

/** How `pg` reaches the embedded database: a Unix socket in a folder that only its owner may enter. */
export type EmbeddedConnection = {
  /** The folder of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
};

export type EmbeddedDatabase = {
  /** As its owner. */
  readonly connection: EmbeddedConnection;
  /** The same as a URL, for `pg` and for `psql`. */
  readonly url: string;
  /** As the role of the program's sessions, which owns nothing; it is there once the database is migrated. */
  readonly session: { readonly connection: EmbeddedConnection; readonly url: string };
  /** As PostgreSQL words it, e.g. `18.4`. */
  readonly serverVersion: string;
  /** Process id of the postmaster; another one after each restart. */
  readonly postmasterPid: () => number;
  /** Whether its disk has room for more. */
  readonly hasRoom: () => boolean;
  /** Resolves once another live process uses it, or after so long. */
  readonly awaitOthers: (withinMs: number) => Promise<void>;
  /** Stops using it, and stops it (fast shutdown) unless another live process uses it. */
  readonly stop: () => Promise<void>;
};

/** What the operator can do something about: the message says what. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
  }
}

/** Where everything of one data directory is. */
export type DataPlace = {
  readonly dataDir: string;
  /** PostgreSQL's own data directory. */
  readonly clusterDir: string;
  /** Stands in the title of each of its processes, so that orphans of a dead one are known. */
  readonly clusterName: string;
  readonly logFile: string;
  /** How many connections its server takes. */
  readonly connectionsMax: number;
  /** In the place of its own: for an archive, for a restore, and where nobody minds what a crash would take. */
  readonly settings?: Readonly<Record<string, string>>;
};

export const PORT = 5432;
export const OWNER = 'cottontree';
/** Made by the migrations. */
export const SESSION = 'cottontree_session';
export const DATABASE = 'cottontree';
