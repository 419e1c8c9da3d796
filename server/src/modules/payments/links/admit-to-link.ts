import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { linkNotFound } from './get-payment-link.ts';
import { linkRefusal } from './link-status.ts';
import { findLink } from './links.queries.ts';
import { holdUse } from './uses.queries.ts';

export type Admission = {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly now: Date;
};

/** Takes a use of a link for a payment that is written in the same transaction; refuses where none is left. */
export async function admitToLink(
  runner: Runner,
  { tenant, linkId, paymentId, amount, now }: Admission,
): Promise<void> {
  if (await holdUse(runner, tenant, { linkId, paymentId, amount, now })) return;
  const link = await findLink(runner, { tenant, id: linkId });
  throw (link && linkRefusal(link, now)) ?? linkNotFound(linkId);
}
