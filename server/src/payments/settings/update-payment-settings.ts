import type { Input, Operations, PaymentSettings } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { presentPaymentSettings } from './get-payment-settings.ts';
import { changeSettings } from './settings.queries.ts';

/** Changes how money comes in, for the mode of the key. */
export async function updatePaymentSettings({ body }: Input<Operations['updatePaymentSettings']>, { tenant }: Call, room: Payments): Promise<Reply<PaymentSettings>> {
  const settings = await room.store.transaction(tenant, async (tx) => {
    const changed = await changeSettings(tx, tenant, {
      latePolicy: body.late_success_policy ?? null, requireSignedAmounts: body.require_signed_amounts ?? null, qrKind: body.qr_kind ?? null, emv: body.emv, at: room.world.now(),
    });
    if (changed.qrKind === 'emv' && changed.emv === null) throw invalid({ path: 'emv', message: 'is needed for qr_kind emv: what your acquirer gave you' });
    return changed;
  });
  return reply(presentPaymentSettings(settings, tenant));
}
