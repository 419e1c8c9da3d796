import { limits } from 'form:refundTicketOrder';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { ChoicesField, MoneyField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import type { OrderData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';

type What = 'all' | 'some' | 'amount';

/** Money goes back: of all tickets, of some, or an amount alone; what becomes of the tickets is told first. */
export function RefundOrder({
  order,
  close,
}: {
  readonly order: OrderData;
  readonly close: () => void;
}): VNode {
  const [what, setWhat] = useState<What>('all');
  const form = useForm({
    limits,
    initial: { ticket_ids: [], amount: '', reason: '', release: true, force: false },
  });
  const act = useAct(client.refundTicketOrder);
  const live = order.tickets.filter(({ status }) => status !== 'void');
  const chosen = what === 'all' ? live.map(({ id }) => id) : (form.get('ticket_ids') as readonly string[]);
  const left = order.total - order.amount_refunded;
  const sum =
    what === 'all'
      ? left
      : what === 'some'
        ? live.filter(({ id }) => chosen.includes(id)).reduce((all, { price }) => all + price, 0)
        : Number(form.text('amount').replaceAll(',', '')) || 0;
  const said = moneyText(sum, order.currency);
  const used = live.filter(({ id, status }) => chosen.includes(id) && status === 'used').length;

  async function go(): Promise<void> {
    const { ticket_ids, amount, release, force, ...reason } = form.body();
    const body =
      what === 'amount'
        ? { amount, ...reason }
        : { ...(what === 'some' ? { ticket_ids } : {}), release, force, ...reason };
    const done = await act.run({ params: { id: order.id }, body: asBody(body) }, form);
    if (!done) return;
    toast(t.refunding(said));
    close();
  }
  return (
    <Confirm
      title={t.refundTitle(order.order_number)}
      consequences={[
        t.refundSum(said),
        what === 'amount' ? t.refundKeeps : t.refundVoids(chosen.length),
        ...(what !== 'amount' && form.get('release') === true ? [t.refundReleases] : []),
        order.payment === null ? t.refundCash : t.refundWay,
      ]}
      keep={t.keepOrder}
      go={t.refundGo(said)}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={go}
      onClose={close}
    >
      <Segmented
        label={t.refundWhat}
        options={[
          ['all', t.refundAll],
          ['some', t.refundSome],
          ['amount', t.refundAmount],
        ]}
        value={what}
        onChange={setWhat}
      />
      {what === 'some' && (
        <ChoicesField
          form={form}
          name="ticket_ids"
          label={t.tickets}
          options={live.map(({ id, code, ticket_type_name, holder }) => [
            id,
            `${ticket_type_name}, ${holder.name ?? code}`,
          ])}
        />
      )}
      {what === 'amount' && (
        <MoneyField form={form} name="amount" label={t.refundHowMuch} currency={order.currency} />
      )}
      <TextField form={form} name="reason" label={t.reason} />
      {what !== 'amount' && <SwitchField form={form} name="release" label={t.release} hint={t.releaseHint} />}
      {what !== 'amount' && used > 0 && (
        <SwitchField form={form} name="force" label={t.alsoUsed(used)} hint={t.alsoUsedHint} />
      )}
    </Confirm>
  );
}
