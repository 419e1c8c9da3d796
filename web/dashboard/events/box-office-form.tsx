import { Minus, Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { MoneyField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { common } from '../../kit/text/common.ts';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import { chosenOf, pricePath, quantityPath, sellable, sumOf } from './box-office.ts';
import type { EventProps, TicketTypeData } from './event-data.ts';
import { boxTexts as b } from './box-office-texts.ts';
import { orderTexts as t } from './order-texts.ts';

const WAYS = ['cash', 'mobile_money', 'qr', 'hold'] as const;
type Way = (typeof WAYS)[number];

/** The sale as it is put together. */
export function BoxOfficeForm({
  event,
  sold,
}: EventProps & { readonly sold: (orderId: string) => void }): VNode {
  const types = sellable(event);
  const form = useForm({
    limits: {},
    initial: { way: 'cash', 'buyer.name': '', 'buyer.phone': '', 'buyer.email': '', promo_code: '' },
  });
  const { busy, send } = useSending(form);
  const chosen = chosenOf(form, types);
  const sum = sumOf(chosen, types);
  const way = (WAYS.find((one) => one === form.get('way')) ?? 'cash') satisfies Way;

  async function sell(): Promise<void> {
    const { buyer, promo_code } = form.body();
    const { phone } = (buyer ?? {}) as { readonly phone?: string };
    const payment =
      way === 'hold'
        ? {}
        : { payment: { method: way, ...(way === 'mobile_money' && phone ? { phone } : {}) } };
    await send(async () => {
      const { data } = await client.createTicketOrder({
        params: { id: event.id },
        body: asBody({
          items: chosen,
          channel: 'door',
          ...(buyer ? { buyer } : {}),
          ...(promo_code ? { promo_code } : {}),
          ...payment,
        }),
      });
      sold(data.id);
    });
  }
  const said = moneyText(sum, event.currency);
  const save =
    way === 'hold'
      ? b.sellHold
      : way === 'cash'
        ? sum > 0
          ? b.sellCash(said)
          : b.sellFree
        : b.sellAsk(said);
  return (
    <Form form={form} onSubmit={sell} label={b.sellTitle}>
      <Card title={b.sellTitle} end={<span>{b.perOrder(event.max_tickets_per_order)}</span>} bare>
        <ul class="line-rows event-choose">
          {types.map((type) => (
            <Choose key={type.id} form={form} type={type} />
          ))}
        </ul>
      </Card>
      <Card title={b.who}>
        <div class="fields">
          <TextField form={form} name="buyer.name" label={t.name} />
          <div class="fields two">
            <PhoneField form={form} name="buyer.phone" label={t.phone} />
            <TextField form={form} name="buyer.email" label={t.email} type="email" inputmode="email" />
          </div>
          <p class="small faint">{b.whoHint}</p>
          <TextField form={form} name="promo_code" label={t.promoCode} hint={b.promoHint} />
        </div>
      </Card>
      <Card
        title={b.sum}
        end={
          <b class="event-sum">
            <Money amount={sum} currency={event.currency} />
          </b>
        }
      >
        <div class="stack">
          <Segmented
            label={t.payHow}
            options={[
              ['cash', t.cash],
              ['mobile_money', t.mobileMoney],
              ['qr', t.qr],
              ['hold', b.hold],
            ]}
            value={way}
            onChange={(one) => form.set('way', one)}
          />
          {way === 'hold' && <p class="small quiet">{b.holdHint(event.hold_minutes)}</p>}
          {form.text('promo_code') !== '' && <p class="small quiet">{b.sumMore}</p>}
          {chosen.length > 0 ? (
            <FormActs form={form} save={save} busy={busy} always />
          ) : (
            <p class="quiet">{b.chooseSome}</p>
          )}
        </div>
      </Card>
    </Form>
  );
}

/** One type: its price, how many are left, and how many are wanted. */
function Choose({ form, type }: { readonly form: FormState; readonly type: TicketTypeData }): VNode {
  const path = quantityPath(type.id);
  const count = Number(form.text(path)) || 0;
  const set = (next: number): void => form.set(path, next > 0 ? String(next) : '');
  return (
    <li>
      <span class="grow">
        <b>{type.name}</b>{' '}
        <span class="quiet">
          <Money amount={type.price} currency={type.currency} />, {b.left(type.quantity_remaining)}
        </span>
        {type.kind === 'donation' && count > 0 && (
          <MoneyField
            form={form}
            name={pricePath(type.id)}
            label={b.donationOf(type.name)}
            currency={type.currency}
          />
        )}
      </span>
      <span class="event-stepper" role="group" aria-label={type.name}>
        <Button
          icon={Minus}
          label={`${common.remove}: ${type.name}`}
          off={count === 0 && b.chooseSome}
          onClick={() => set(count - 1)}
        />
        <output aria-live="polite">{count}</output>
        <Button
          icon={Plus}
          label={`${common.add}: ${type.name}`}
          off={count >= type.quantity_remaining && b.left(0)}
          onClick={() => set(count + 1)}
        />
      </span>
    </li>
  );
}
