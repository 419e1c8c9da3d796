/**
 * Tables of merchants of which test rows stay when all test data is erased, by the reason. What is left of others
 * (the default place of pickup, pictures of the branding, requests since) is said in `test_rows_of`.
 */
export const KEPT_TABLES: Readonly<Record<string, string>> = Object.freeze({
  api_keys: 'keys are how programs get in, not what they did',
  webhook_endpoints: 'where messages go is set up once',
  webhook_secrets: 'an endpoint cannot sign without',
  merchant_branding: 'a setting',
  notice_settings: 'a setting',
  payment_settings: 'a setting',
  provider_accounts: 'a setting, with credentials that nobody types twice',
  pos_settings: 'a setting',
  invoice_settings: 'a setting',
  tax_rates: 'a setting, which others name',
  activity: 'who did what is kept for two years, whatever it was done to',
  list_totals: 'follows what is erased',
  list_deltas: 'follows what is erased',
  test_erasures: 'says who erased it all, and when',
});

/** A table, and the other tables whose rows name rows of it. */
export type TableOfTenants = {
  readonly name: string;
  /** The whole of which it is a part, or itself. */
  readonly root: string;
  readonly named_by: readonly string[];
};

/** The tables that are erased, each after those that name it. A ring of tables has no order and is refused. */
export function erasedTables(tables: readonly TableOfTenants[]): readonly string[] {
  const waiting = new Map(
    tables.filter(({ root }) => !(root in KEPT_TABLES)).map((table) => [table.name, table]),
  );
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ named_by }) => named_by.every((name) => !waiting.has(name)));
    if (free.length === 0)
      throw new Error(`These tables name each other in a ring: ${[...waiting.keys()].join(', ')}.`);
    for (const { name } of free) {
      waiting.delete(name);
      ordered.push(name);
    }
  }
  return ordered;
}
