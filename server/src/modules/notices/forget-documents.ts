import type { Vault } from '../../kernel/secrets/vault.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import { eraseNotices, eraseNoticesTo } from './notices.queries.ts';

/** Whose documents they were: what they were reached by, if that is known. */
type Forgotten = {
  readonly documents: readonly { readonly number: string | null }[];
  readonly phone: string | null;
  readonly email: string | null;
};

/**
 * Forgets what was told about documents, and to whom, and what else one person was told; messages that wait are not sent.
 * What recipients of parcels are told stays: they are forgotten for themselves, once nothing is under way to them.
 */
export function forgetDocuments(vault: Pick<Vault, 'fingerprints'>) {
  return async (tx: Runner, tenant: Tenant, { documents, phone, email }: Forgotten): Promise<void> => {
    const numbers = documents.flatMap(({ number }) => (number === null ? [] : [number]));
    if (numbers.length > 0) await eraseNotices(tx, tenant, { macs: [], jobNumbers: numbers });
    const reached = [phone, email, email?.toLowerCase() ?? null].filter((address) => address !== null);
    const macs = reached.flatMap((address) => vault.fingerprints(PHONE_SECRET, address));
    if (macs.length > 0) await eraseNoticesTo(tx, tenant, macs);
  };
}
