import type { Call } from '@cottontree/client';
import { limits } from 'form:createCashMovement';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { MoneyField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { choicesOf, type Names, type Person } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { cashTexts as t } from './texts.ts';

type Kind = 'pay_in' | 'pay_out' | 'drop' | 'no_sale';
const names = (): Readonly<Record<Kind, string>> => ({
  pay_in: t.payIn,
  pay_out: t.payOut,
  drop: t.drop,
  no_sale: t.noSale,
});

/** Cash that no sale moved. */
export function DrawerMovements({
  id,
  currency,
  names: people,
}: {
  readonly id: string;
  readonly currency: string;
  readonly names: Names;
}): VNode {
  const asked: Call<'listCashMovements'> = { params: { id }, query: { limit: 100 } };
  const moves = useCall(client.listCashMovements, asked).answer?.data ?? [];
  return (
    <Card title={t.movements} bare>
      <ul class="line-rows">
        {moves.length === 0 && <li class="quiet">{t.noMovements}</li>}
        {moves.map((move) => (
          <li key={move.id}>
            <span class="grow">
              <b>{names()[move.type]}</b>
              <small class="quiet till-more">
                {[nearText(move.occurred_at), people.person(move.staff_id), move.reason]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span class="end">
              {move.type !== 'no_sale' && (
                <Money amount={move.type === 'pay_in' ? move.amount : -move.amount} currency={currency} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Puts cash in, takes it out, or notes that the drawer was opened. */
export function MoveForm({
  id,
  currency,
  people,
}: {
  readonly id: string;
  readonly currency: string;
  readonly people: readonly Person[];
}): VNode {
  const [type, setType] = useState<Kind>('pay_in');
  const form = useForm({ limits, initial: { amount: '', reason: '', staff_id: '' } });
  const sum = moneyText(Number(form.text('amount').replaceAll(',', '')) || 0, currency);
  const save = {
    pay_in: t.movePay_in(sum),
    pay_out: t.movePay_out(sum),
    drop: t.moveDrop(sum),
    no_sale: t.moveNo_sale,
  }[type];
  async function move(): Promise<void> {
    const { amount, ...rest } = form.body();
    const body = { ...rest, type, ...(type === 'no_sale' ? {} : { amount }) };
    await client.createCashMovement({ params: { id }, body: asBody(body) });
    form.reset();
  }
  return (
    <Card title={t.move}>
      <ThingForm form={form} label={t.move} save={save} onSave={move}>
        <div class="till-choices">
          <Segmented
            label={t.move}
            options={[
              ['pay_in', t.pay_in],
              ['pay_out', t.pay_out],
              ['drop', t.toSafe],
              ['no_sale', t.justOpen],
            ]}
            value={type}
            onChange={setType}
          />
        </div>
        {type !== 'no_sale' && (
          <MoneyField form={form} name="amount" label={tillTexts.amount} currency={currency} />
        )}
        <TextField form={form} name="reason" label={t.whyMove} />
        {people.length > 0 && (
          <SelectField
            form={form}
            name="staff_id"
            label={t.whoDoes}
            options={choicesOf(people)}
            none={t.yourself}
          />
        )}
      </ThingForm>
    </Card>
  );
}
