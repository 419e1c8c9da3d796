import { limits } from 'form:updateEvent';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { may } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { LongTextField } from '../../kit/parts/fields.tsx';
import type { EventDialogProps } from './event-data.ts';
import { eventTexts as t } from './texts.ts';

/** Calls it off, once it stands there who loses what, and what goes back. */
export function CancelDialog({ event, etag, close }: EventDialogProps): VNode {
  const form = useForm({ limits, initial: { cancel_reason: '' } });
  const act = useAct(client.updateEvent);
  const { answer } = useCall(
    client.previewCancellation,
    may('tickets:read') ? { params: { id: event.id } } : null,
  );
  const { total_tickets_sold: sold, tickets_held: held } = event;
  async function cancel(): Promise<void> {
    const body = { status: 'cancelled' as const, ...form.body() };
    const call = { params: { id: event.id }, body };
    if (await act.run(etag === null ? call : { ...call, ifMatch: etag }, form)) close();
  }
  const amount = answer?.data.amount ?? 0;
  return (
    <Confirm
      title={t.cancelTitle(event.name)}
      consequences={[
        ...(sold > 0 ? [t.cancelSold(sold)] : []),
        ...(Number(amount) > 0 ? [t.cancelMoney(moneyText(amount, event.currency))] : []),
        ...(sold > 0 ? [t.cancelCash] : []),
        ...(held > 0 ? [t.cancelHeld(held)] : []),
        t.cancelSales,
        t.cancelFinal,
      ]}
      keep={t.keepEvent}
      go={t.cancel}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={cancel}
      onClose={close}
      {...(sold > 0 ? { word: t.cancelWord } : {})}
    >
      <LongTextField form={form} name="cancel_reason" label={t.cancelWhy} rows={2} />
    </Confirm>
  );
}
