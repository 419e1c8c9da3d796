import {
  Pool,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type Submittable,
} from 'pg';
import { clientFor } from './hosts/open-client.ts';
import { SET_NAME, SET_SQL, settingValues, type SessionSettings } from './point-query.ts';
import { RowQuery, type SentText } from './row-query.ts';
import { orderedValues, type Statement } from './statement.ts';
import { CommitAndThrow, type Tx } from './store.ts';
import { endsConnection, isTransient, LostConnection, NoneFree, Overloaded, Unreachable } from './trouble.ts';
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
  private readonly calls = new Set<Call>();

  constructor(options: PoolOptions) {
    this.options = options;
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
    const { triesMax = TRIES_MAX } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(settings, work, entering);
      } catch (error) {
        if (!isTransient(error) || attempt === triesMax) throw error;
      }
    }
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
    for (const call of this.calls) call.limitTo(this.options.silenceMs);
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
      const within = this.within(client, settings.statementTimeoutMs + GRACE_MS);
      const asked: Ask = (query) => within(() => client.query<Record<string, unknown>>(query));
      const read: Read = (text, values) => within(() => readRows(client, text, values));
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

  /** Sends one query after the other; a server that stays silent over one is given up. */
  private within(client: PoolClient, silenceMs: number): Within {
    return async (send) => {
      const call = startCall(client, this.options.monotonicMs);
      call.limitTo(silenceMs);
      this.calls.add(call);
      try {
        return await send();
      } catch (error) {
        throw endsConnection(error) ? new LostConnection(error) : error;
      } finally {
        call.end();
        this.calls.delete(call);
      }
    };
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
/** Runs a statement of ours. */
type Read = (text: SentText, values: unknown[]) => Promise<readonly unknown[]>;
type Within = <T>(send: () => Promise<T>) => Promise<T>;

function readRows(client: PoolClient, text: SentText, values: unknown[]): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const query = new RowQuery(text, values, (error, rows) => (error ? reject(error) : resolve(rows)));
    client.query(query as unknown as Submittable);
  });
}

async function keepOrUndo(ask: Ask, error: unknown): Promise<CommitAndThrow> {
  if (error instanceof CommitAndThrow) return error;
  if (!(error instanceof LostConnection)) await ask({ text: 'ROLLBACK' });
  throw error;
}

/** A query under way. */
type Call = { readonly limitTo: (silenceMs: number) => void; readonly end: () => void };

function startCall(client: PoolClient, monotonicMs: () => number): Call {
  const sinceMs = monotonicMs();
  let limit: NodeJS.Timeout | undefined;
  let ended = false;
  const giveUp = (): void => {
    if (!ended) cut(client);
  };
  return {
    limitTo(silenceMs) {
      clearTimeout(limit);
      // What has arrived is read first: it may be this process that stood still.
      limit = setTimeout(() => setImmediate(giveUp), sinceMs + silenceMs - monotonicMs());
    },
    end() {
      ended = true;
      clearTimeout(limit);
    },
  };
}

/** Ends a connection whose server may never answer; what waits on it fails at once. */
function cut(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
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
