import {
  operations,
  toMajor,
  type Input,
  type Operations,
  type PaymentSettings,
  type SignedAmount,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { changesNothing } from '../../../kernel/change/change.ts';
import { requireMatch, versionAt } from '../../../kernel/change/if-match.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { Payments } from '../module.ts';
import { changeSettings, readSettings, type PaymentSettingsRow } from './settings.queries.ts';
import { signAmount } from './sign-amount.ts';

/** Reads how money comes in, for the mode of the key. */
export async function getPaymentSettings(
  _input: Input<Operations['getPaymentSettings']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<PaymentSettings>> {
  const settings = await readSettings(store.of(tenant), tenant);
  return reply(presentPaymentSettings(settings, tenant), { version: versionAt(settings.updatedAt) });
}

function presentPaymentSettings(settings: PaymentSettingsRow, { livemode }: Tenant): PaymentSettings {
  return {
    late_success_policy: settings.latePolicy,
    require_signed_amounts: settings.requireSignedAmounts,
    qr_kind: settings.qrKind,
    emv: settings.emv,
    ...showMode(livemode),
    updated_at: settings.updatedAt?.toISOString() ?? null,
  };
}

/** Changes how money comes in, for the mode of the key. */
export async function updatePaymentSettings(
  { body }: Input<Operations['updatePaymentSettings']>,
  call: Call,
  module: Payments,
): Promise<Reply<PaymentSettings>> {
  const { tenant, ifMatch } = call;
  const shown = presentPaymentSettings(await readSettings(module.store.of(tenant), tenant), tenant);
  refuseReadOnly(operations.updatePaymentSettings.readOnly, body, shown);
  const settings = await module.store.transaction(tenant, async (tx) => {
    for (;;) {
      const before = await readSettings(tx, tenant);
      requireMatch(ifMatch, { version: versionAt(before.updatedAt), what: 'The settings of payments' });
      const fields = {
        latePolicy: body.late_success_policy ?? before.latePolicy,
        requireSignedAmounts: body.require_signed_amounts ?? before.requireSignedAmounts,
        qrKind: body.qr_kind ?? before.qrKind,
        emv: body.emv === undefined ? before.emv : body.emv,
      };
      if (changesNothing(fields, before)) return before;
      const changed = await changeSettings(tx, tenant, {
        latePolicy: body.late_success_policy ?? null,
        requireSignedAmounts: body.require_signed_amounts ?? null,
        qrKind: body.qr_kind ?? null,
        emv: body.emv,
        at: module.world.now(),
        asRead: ifMatch === null ? null : before,
      });
      if (changed?.qrKind === 'emv' && changed.emv === null)
        throw invalid({ path: 'emv', message: 'is needed for qr_kind emv: what your acquirer gave you' });
      if (changed) return changed;
    }
  });
  return reply(presentPaymentSettings(settings, tenant), { version: versionAt(settings.updatedAt) });
}

const EXPIRES_IN_SECONDS = 3_600;

/** Vouches for an amount that a page with a public key may then ask for. */
export async function createSignedAmount(
  { body }: Input<Operations['createSignedAmount']>,
  { tenant, caller, now }: Call,
  module: Payments,
): Promise<Reply<SignedAmount>> {
  const currency = body.currency ?? caller.merchant.currency;
  const amountMinor = readSomeMoney(body.amount, { path: 'amount', currency });
  // Whole seconds, as the token says it.
  const expiresAt = new Date(
    Math.floor(now.getTime() / 1_000 + (body.expires_in ?? EXPIRES_IN_SECONDS)) * 1_000,
  );
  const reference = body.reference ?? null;
  const token = signAmount(module, tenant, { amountMinor, currency, reference, expiresAt });
  return reply({
    token,
    amount: toMajor(amountMinor, currency),
    currency,
    reference,
    expires_at: expiresAt.toISOString(),
  });
}
