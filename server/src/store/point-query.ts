import { Query } from 'pg';
import { typeParsers } from './types.ts';

/** What one transaction may see and how long it may take; set inside the very transaction. */
export type SessionSettings = {
  readonly role: 'cottontree_app' | 'cottontree_system';
  readonly merchantIds: readonly string[];
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
};

export const SET_NAME = 'store.set';
/** A transaction whose client went silent is undone in the end, so that nobody waits for its locks for good. */
export const SET_SQL = `SELECT set_config('role', $1, true), set_config('cottontree.tenants', $2, true),
  set_config('statement_timeout', $3, true), set_config('lock_timeout', $4, true), set_config('idle_in_transaction_session_timeout', '10000', true)`;

/** The settings as the parameters of `SET_SQL`. Merchant ids hold no comma, brace or quote. */
export function settingValues(settings: SessionSettings): string[] {
  return [
    settings.role,
    `{${settings.merchantIds.join(',')}}`,
    String(settings.statementTimeoutMs),
    String(settings.lockTimeoutMs),
  ];
}

/** The part of the driver's connection that the extended query protocol needs. */
type Wire = {
  readonly stream: { cork?: () => void; uncork?: () => void };
  readonly parse: (message: { name: string; text: string }) => void;
  readonly bind: (message: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    binary: boolean;
    valueMapper: (value: unknown) => unknown;
  }) => void;
  readonly execute: (message: { portal: string; rows: number }) => void;
};

/** The driver's query with the two steps that its type declarations leave out. */
type DriverQuery = {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
};

const Base = Query as unknown as new (
  config: object,
  values: unknown[] | undefined,
  callback: (error: Error | null, result: unknown) => void,
) => DriverQuery;

/** What is sent: prepared once a connection under a name, or, without one, parsed each time. */
export type PointText = { readonly name: string | null; readonly sql: string };

/**
 * A statement that carries its transaction's settings in front of itself, in one write and
 * before one Sync: PostgreSQL runs both in a single implicit transaction, so the settings
 * end with it and cost no round trip of their own.
 */
export class PointQuery extends Base {
  private readonly settings: readonly string[];
  private readonly isPrepared: boolean;
  private settingsAnswered = false;

  constructor(
    text: PointText,
    call: { readonly values: unknown[]; readonly settings: SessionSettings },
    done: (error: Error | null, rows: readonly unknown[]) => void,
  ) {
    const config = { text: text.sql, types: typeParsers, queryMode: 'extended' };
    super(text.name === null ? config : { ...config, name: text.name }, call.values, (error, result) =>
      done(error, error ? [] : (result as { rows: unknown[] }).rows),
    );
    this.settings = settingValues(call.settings);
    this.isPrepared = text.name !== null;
  }

  override prepare(connection: Wire): void {
    if (!this.isPrepared) connection.parse({ name: '', text: SET_SQL });
    connection.bind({
      portal: '',
      statement: this.isPrepared ? SET_NAME : '',
      values: this.settings,
      binary: false,
      valueMapper: (value) => value,
    });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.settingsAnswered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.settingsAnswered) super.handleCommandComplete(message, connection);
    else this.settingsAnswered = true;
  }
}
