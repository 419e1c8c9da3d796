import { asItIs, RowQuery, type ColumnTexts, type SentText, type Wire } from './row-query.ts';

/** What one transaction may see and how long it may take; set inside the very transaction. */
export type SessionSettings = {
  readonly role: 'cottontree_app' | 'cottontree_system';
  readonly merchantIds: readonly string[];
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
};

export const SET_NAME = 'store.set';
/**
 * A transaction whose client went silent is undone in the end, so that nobody waits for its locks for good. Nothing is
 * compiled: a server that does so by itself takes a second for a statement that runs in a millisecond.
 */
export const SET_SQL = `SELECT set_config('role', $1, true), set_config('cottontree.tenants', $2, true),
  set_config('statement_timeout', $3, true), set_config('lock_timeout', $4, true), set_config('idle_in_transaction_session_timeout', '10000', true), set_config('jit', 'off', true)`;

/** The settings as the parameters of `SET_SQL`. Merchant ids hold no comma, brace or quote. */
export function settingValues(settings: SessionSettings): string[] {
  return [
    settings.role,
    `{${settings.merchantIds.join(',')}}`,
    String(settings.statementTimeoutMs),
    String(settings.lockTimeoutMs),
  ];
}

/**
 * A statement that carries its transaction's settings in front of itself, in one write and
 * before one Sync: PostgreSQL runs both in a single implicit transaction, so the settings
 * end with it and cost no round trip of their own.
 */
export class PointQuery extends RowQuery {
  private readonly settings: readonly string[];
  private readonly isPrepared: boolean;
  private settingsAnswered = false;

  constructor(
    text: SentText,
    call: { readonly values: unknown[]; readonly settings: SessionSettings },
    done: (error: Error | null, rows: readonly unknown[]) => void,
  ) {
    super(text, call.values, done);
    this.settings = settingValues(call.settings);
    this.isPrepared = text.name !== null;
  }

  override prepare(wire: Wire): void {
    if (!this.isPrepared) wire.parse({ name: '', text: SET_SQL });
    wire.bind({
      portal: '',
      statement: this.isPrepared ? SET_NAME : '',
      values: this.settings,
      binary: false,
      valueMapper: asItIs,
    });
    wire.execute({ portal: '', rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: { readonly fields: ColumnTexts }): void {
    if (this.settingsAnswered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.settingsAnswered) super.handleCommandComplete(message, wire);
    else this.settingsAnswered = true;
  }
}
