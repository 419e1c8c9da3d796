import { asItIs, RowQuery, type ColumnTexts, type SentText, type Wire } from './row-query.ts';

type NamedText = { readonly name: string; readonly sql: string };

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

/** The same for a statement whose plan is made for the very values that it is sent with. */
const SET_ANEW = {
  name: 'store.setAnew',
  sql: `${SET_SQL}, set_config('plan_cache_mode', 'force_custom_plan', true)`,
};

/** What sets the settings of a statement, to be prepared on a connection before it is sent there. */
export function settingText({ plannedAnew = false }: { readonly plannedAnew?: boolean }): NamedText {
  return plannedAnew ? SET_ANEW : { name: SET_NAME, sql: SET_SQL };
}

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
  private readonly setting: NamedText;
  private readonly isPrepared: boolean;
  private settingsAnswered = false;

  constructor(
    text: SentText,
    call: {
      readonly values: unknown[];
      readonly settings: SessionSettings;
      readonly setting?: NamedText;
    },
    done: (error: Error | null, rows: readonly unknown[]) => void,
  ) {
    super(text, call.values, done);
    this.settings = settingValues(call.settings);
    this.setting = call.setting ?? settingText({});
    this.isPrepared = text.name !== null;
  }

  override prepare(wire: Wire): void {
    if (!this.isPrepared) wire.parse({ name: '', text: this.setting.sql });
    wire.bind({
      portal: '',
      statement: this.isPrepared ? this.setting.name : '',
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
