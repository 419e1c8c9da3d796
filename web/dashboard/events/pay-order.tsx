import { limits } from 'form:payTicketOrder';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Card } from '../../kit/parts/card.tsx';
import { PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import type { OrderData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';

type OrderProps = { readonly order: OrderData };

/** Takes the money of an order that is held: cash, or by asking the buyer's phone. */
export function PayOrder({ order }: OrderProps): VNode | null {
  const form = useForm({
    limits,
    initial: { method: 'cash', phone: order.buyer.phone ?? '', reference: '' },
  });
  const act = useAct(client.payTicketOrder);
  if (order.status === 'awaiting_payment') return <Waits order={order} />;
  if (order.status !== 'held' || !may('tickets:sell')) return null;
  const isPhone = form.get('method') === 'mobile_money';
  async function pay(): Promise<void> {
    const { phone, ...body } = form.body();
    const how = order.total > 0 ? { ...body, ...(isPhone ? { phone } : {}) } : {};
    await act.run({ params: { id: order.id }, body: asBody(how) }, form);
  }
  return (
    <Card title={t.payTitle} end={<Money amount={order.total} currency={order.currency} />}>
      <Form form={form} onSubmit={pay} label={t.payTitle}>
        {order.total > 0 && (
          <>
            <Segmented
              label={t.payHow}
              options={[
                ['cash', t.cash],
                ['mobile_money', t.mobileMoney],
                ['qr', t.qr],
              ]}
              value={String(form.get('method'))}
              onChange={(method) => form.set('method', method)}
            />
            {isPhone && <PhoneField form={form} name="phone" label={t.payPhone} hint={t.payPhoneHint} />}
            <TextField form={form} name="reference" label={t.reference} />
          </>
        )}
        <FormActs
          form={form}
          save={order.total > 0 ? t.take(moneyText(order.total, order.currency)) : t.issue}
          busy={act.busy}
          always
        />
      </Form>
    </Card>
  );
}

/** A payment that is under way: what the buyer has to do, and a code to scan where there is one. */
function Waits({ order }: OrderProps): VNode {
  const { payment } = order;
  const url = payment?.pay_url ?? null;
  return (
    <Card title={t.waitsTitle} end={<Money amount={order.total} currency={order.currency} />}>
      <div class="stack">
        <Note meaning="wait">{t.waitsMore}</Note>
        {url !== null && (
          <div class="event-pairing">
            <Qr text={url} label={t.qr} />
            <p class="quiet">{t.qrMore}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
