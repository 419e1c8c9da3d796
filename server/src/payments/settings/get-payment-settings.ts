import type { Input, Operations, PaymentSettings } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { versionAt } from '../../core/if-match.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import { showMode } from '../../core/show-mode.ts';
import type { Payments } from '../open-payments.ts';
import { readSettings, type Settings } from './settings.queries.ts';

/** Reads how money comes in, for the mode of the key. */
export async function getPaymentSettings(
  _input: Input<Operations['getPaymentSettings']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<PaymentSettings>> {
  const settings = await readSettings(store.of(tenant), tenant);
  return reply(presentPaymentSettings(settings, tenant), { version: versionAt(settings.updatedAt) });
}

export function presentPaymentSettings(settings: Settings, { livemode }: Tenant): PaymentSettings {
  return {
    late_success_policy: settings.latePolicy,
    require_signed_amounts: settings.requireSignedAmounts,
    qr_kind: settings.qrKind,
    emv: settings.emv,
    ...showMode(livemode),
    updated_at: settings.updatedAt?.toISOString() ?? null,
  };
}
