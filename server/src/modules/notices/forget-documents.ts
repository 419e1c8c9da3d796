import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { eraseNotices } from './notices.queries.ts';

/** Forgets what was told about documents, and to whom; messages that wait are not sent. */
export async function forgetDocuments(
  tx: Runner,
  tenant: Tenant,
  documents: readonly { readonly number: string | null }[],
): Promise<void> {
  const numbers = documents.flatMap(({ number }) => (number === null ? [] : [number]));
  if (numbers.length > 0) await eraseNotices(tx, tenant, { macs: [], jobNumbers: numbers });
}
