import {
  Pool,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type Submittable,
} from 'pg';
import { Calls, cut, isPreparedOn } from './calls.ts';
import { clientFor } from './hosts/open-client.ts';
import {
  PointQuery,
  SET_NAME,
  SET_SQL,
  settingText,
  settingValues,
  type SessionSettings,
} from './point-query.ts';
import { RowQuery, type SentText } from './row-query.ts';
import { orderedValues, type Statement } from './statement.ts';
import { CommitAndThrow, type Tx } from './store.ts';
import { isTransient, LostConnection, NoneFree, Overloaded, Unreachable } from './trouble.ts';
import type { Shape, ValuesOf } from './types.ts';

export type PoolOptions = {
  readonly connection: ClientConfig;
  /** Statements are prepared by name, once a connection. */
  readonly prepared: boolean;
  readonly connectionsMax: number;
  /** How many transactions may wait for a connection. */
  readonly waitingMax: number;
  readonly acquireMs: number;
  /** How long a transaction may take before its connection is given up. */
  readonly transactionMs: number;
  /** How long a statement may stay without its answer once it is in doubt that the database is heard. */
  readonly silenceMs: number;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  /** How often a transaction is tried that met a deadlock or a serialisation fault; default 5. */
  readonly triesMax?: number;
};

/** What must hold of the server before a transaction that only reads sees anything, asked inside it as the user of the connection. */
export type EnterReading = (ask: Ask) => Promise<void>;

const TRIES_MAX = 5;
/** Each statement sees what is there when it begins: what was waited for too. */
const BEGIN_READING = 'BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY';
const PLAN_ANEW = "SET LOCAL plan_cache_mode = 'force_custom_plan'";
/** The server ends a statement in its time; when not even that is heard, nobody is there. */
const GRACE_MS = 1_000;
const END_MS = 3_000;

/** A few connections, each lent to one transaction at a time. */
export class TransactionPool implements AsyncDisposable {
  private readonly pool: Pool;
  private readonly options: PoolOptions;
  private readonly clients = new Set<PoolClient>();
  private readonly calls: Calls;

  constructor(options: PoolOptions) {
    this.options = options;
    this.calls = new Calls(options.monotonicMs);
    this.pool = new Pool({
      ...options.connection,
      Client: clientFor(options.connection),
      max: options.connectionsMax,
      connectionTimeoutMillis: options.acquireMs,
      idleTimeoutMillis: 30_000,
      pipeline: true,
    } as PoolConfig);
    this.pool.on('error', options.onTrouble);
    // The pool listens only to idle connections; an error of a lent one that nobody hears ends the process.
    this.pool.on('connect', (client) => this.clients.add(client.on('error', () => undefined)));
    this.pool.on('remove', (client) => this.clients.delete(client));
  }

  /** Whether a transaction would get its connection at once. */
  get hasSpare(): boolean {
    return (
      this.pool.waitingCount === 0 && this.pool.totalCount - this.pool.idleCount < this.options.connectionsMax
    );
  }

  /** How many transactions are under way or wait for a connection. */
  get load(): number {
    return this.pool.totalCount - this.pool.idleCount + this.pool.waitingCount;
  }

  /** Runs `work` in a transaction, after `entering`; a deadlock or a serialisation fault is tried again. */
  async transaction<T>(
    settings: SessionSettings,
    work: (tx: Tx) => Promise<T>,
    entering?: EnterReading,
  ): Promise<T> {
    return this.again(() => this.once(settings, work, entering));
  }

  /** One statement in a transaction of its own, sent with its settings in one write. */
  async single<P extends Shape, R extends Shape>(
    settings: SessionSettings,
    statement: Statement<P, R>,
    values: ValuesOf<P>,
  ): Promise<readonly ValuesOf<R>[]> {
    const sent = { statement, values: orderedValues(statement, values) };
    const rows = await this.again(() => this.sendSingle(settings, sent));
    return rows as unknown as readonly ValuesOf<R>[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const limit = setTimeout(() => this.renew(), END_MS);
    await this.pool.end().catch(this.options.onTrouble);
    // The driver's pool waits for no connection to be closed; a database that stops next would end those, as trouble.
    await this.closed();
    clearTimeout(limit);
  }

  private closed(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.clients.size === 0) resolve();
      };
      this.pool.on('remove', look);
      look();
    });
  }

  /** Gives every connection up, lent ones too. */
  renew(): void {
    for (const client of this.clients) cut(client);
  }

  /** Gives up, of the statements under way, those that stay without an answer for `silenceMs`. */
  doubt(): void {
    this.calls.limitTo(this.options.silenceMs);
  }

  private async again<T>(attempt: () => Promise<T>): Promise<T> {
    const { triesMax = TRIES_MAX } = this.options;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isTransient(error) || tried === triesMax) throw error;
      }
    }
  }

  private async sendSingle(
    settings: SessionSettings,
    { statement, values }: Sent,
  ): Promise<readonly unknown[]> {
    const client = await this.acquire();
    let broken: LostConnection | undefined;
    try {
      const { prepared } = this.options;
      const setting = settingText(statement);
      if (prepared && !isPreparedOn(client, setting.name))
        client
          .query({ name: setting.name, text: setting.sql, values: settingValues(settings) })
          .catch(() => undefined);
      const text = { name: prepared ? statement.name : null, sql: statement.sql };
      const within = this.calls.within(client, settings.statementTimeoutMs + GRACE_MS);
      return await within(() =>
        rowsOf(client, (done) => new PointQuery(text, { values, settings, setting }, done)),
      );
    } catch (error) {
      if (error instanceof LostConnection) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async once<T>(
    settings: SessionSettings,
    work: (tx: Tx) => Promise<T>,
    entering: EnterReading | undefined,
  ): Promise<T> {
    const client = await this.acquire();
    const limit = setTimeout(() => cut(client), this.options.transactionMs);
    let broken: LostConnection | undefined;
    try {
      const { prepared } = this.options;
      const within = this.calls.within(client, settings.statementTimeoutMs + GRACE_MS);
      const asked: Ask = (query) => within(() => client.query<Record<string, unknown>>(query));
      const read: Read = (text, values) =>
        within(() => rowsOf(client, (done) => new RowQuery(text, values, done)));
      client.query(entering ? BEGIN_READING : 'BEGIN').catch(() => undefined);
      if (entering) await entering(asked).catch((error: unknown) => keepOrUndo(asked, error));
      take(client, settings, prepared);
      const answer = await work(transactionOn({ asked, read }, prepared)).catch((error: unknown) =>
        keepOrUndo(asked, error),
      );
      const ended = await asked({ text: 'COMMIT' });
      if (ended.command !== 'COMMIT')
        throw new Error('A transaction went on after a statement of it had failed.');
      if (answer instanceof CommitAndThrow) throw answer.refusal;
      return answer;
    } catch (error) {
      if (error instanceof LostConnection) broken = error;
      throw error;
    } finally {
      clearTimeout(limit);
      client.release(broken);
    }
  }

  private async acquire(): Promise<PoolClient> {
    if (this.pool.waitingCount >= this.options.waitingMax) throw new Overloaded('The database');
    try {
      return await this.pool.connect();
    } catch (error) {
      throw this.clients.size >= this.options.connectionsMax ? new NoneFree(error) : new Unreachable(error);
    }
  }
}

/** Sent without waiting, as the beginning is: the answers come in order before that of the first statement. */
function take(client: PoolClient, settings: SessionSettings, prepared: boolean): void {
  const set = { text: SET_SQL, values: settingValues(settings) };
  client.query(prepared ? { ...set, name: SET_NAME } : set).catch(() => undefined);
}

export type Ask = (query: QueryConfig) => Promise<QueryResult<Record<string, unknown>>>;
/** A statement of ours, with its values in their order. */
type Sent = {
  readonly statement: { readonly name: string; readonly sql: string; readonly plannedAnew?: true };
  readonly values: unknown[];
};
/** Runs a statement of ours. */
type Read = (text: SentText, values: unknown[]) => Promise<readonly unknown[]>;

type Done = (error: Error | null, rows: readonly unknown[]) => void;

function rowsOf(client: PoolClient, ask: (done: Done) => RowQuery): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const query = ask((error, rows) => (error ? reject(error) : resolve(rows)));
    client.query(query as unknown as Submittable);
  });
}

async function keepOrUndo(ask: Ask, error: unknown): Promise<CommitAndThrow> {
  if (error instanceof CommitAndThrow) return error;
  if (!(error instanceof LostConnection)) await ask({ text: 'ROLLBACK' });
  throw error;
}

function transactionOn({ asked, read }: { readonly asked: Ask; readonly read: Read }, prepared: boolean): Tx {
  return {
    inTransaction: true,
    async run<P extends Shape, R extends Shape>(statement: Statement<P, R>, values: ValuesOf<P>) {
      // Sent without waiting, as the settings are; it ends with the transaction. Without a name each is planned anew.
      if (statement.plannedAnew && prepared) asked({ text: PLAN_ANEW }).catch(() => undefined);
      const text = { name: prepared ? statement.name : null, sql: statement.sql };
      const rows = await read(text, orderedValues(statement, values));
      return rows as unknown as readonly ValuesOf<R>[];
    },
  };
}
