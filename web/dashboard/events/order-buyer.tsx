import { limits } from 'form:updateTicketOrder';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import type { OrderData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';

type BuyerProps = { readonly order: OrderData; readonly etag: string | null };

/** Who buys; while the order is only held, that and how many can still change. */
export function OrderBuyer({ order, etag }: BuyerProps): VNode {
  const [changing, change] = useState(false);
  const { name, phone, email } = order.buyer;
  const isOpen = order.status === 'held' && may('tickets:sell');
  return (
    <Card
      title={t.buyer}
      end={
        isOpen && (
          <Button size="s" onClick={() => change(true)}>
            {common.change}
          </Button>
        )
      }
    >
      <KeyValues
        rows={[
          [t.name, name ?? t.nobody],
          [t.phone, phone === null ? common.none : <a href={`tel:${phone}`}>{phoneText(phone)}</a>],
          [t.email, email ?? common.none],
        ]}
      />
      {changing && <ChangeOrder order={order} etag={etag} close={() => change(false)} />}
    </Card>
  );
}

function ChangeOrder({ order, etag, close }: BuyerProps & { readonly close: () => void }): VNode {
  const { name, phone, email } = order.buyer;
  // What was read when it was opened: somebody else's change since then is not written over unseen.
  const [read] = useState(etag);
  const form = useForm({
    limits,
    initial: {
      'buyer.name': name ?? '',
      'buyer.phone': phone ?? '',
      'buyer.email': email ?? '',
      ...Object.fromEntries(
        order.items.map(({ quantity }, at) => [`items[${at}].quantity`, String(quantity)]),
      ),
    },
  });
  const { busy, send } = useSending(form);
  async function save(): Promise<void> {
    const { items, ...changes } = form.changes();
    const body = {
      ...changes,
      ...(items === undefined ? {} : { items: itemsOf() }),
    };
    const refusal = await send(() =>
      client.updateTicketOrder({
        params: { id: order.id },
        body: asBody(body),
        ...(read === null ? {} : { ifMatch: read }),
      }),
    );
    if (refusal === null) close();
  }
  /** Items replace those of the order: all are sent, those of none left out. */
  function itemsOf(): readonly object[] {
    return order.items
      .map(({ ticket_type_id }, at) => ({
        ticket_type_id,
        quantity: Number(form.text(`items[${at}].quantity`)),
      }))
      .filter(({ quantity }) => quantity > 0);
  }
  return (
    <Dialog title={t.changeOrder} onClose={close}>
      <Form form={form} onSubmit={save} label={t.changeOrder}>
        <TextField form={form} name="buyer.name" label={t.name} />
        <div class="fields two">
          <PhoneField form={form} name="buyer.phone" label={t.phone} />
          <TextField form={form} name="buyer.email" label={t.email} type="email" inputmode="email" />
        </div>
        {order.items.map((item, at) => (
          <TextField
            form={form}
            name={`items[${at}].quantity`}
            label={t.howManyOf(item.ticket_type_name)}
            inputmode="numeric"
          />
        ))}
        <FormActs form={form} save={common.save} busy={busy} />
      </Form>
    </Dialog>
  );
}
