import type { Call } from '@cottontree/client';
import { limits } from 'form:createSale';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, membership, shopCurrency } from '../../../kit/data/session.ts';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { MoneyField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { at } from '../../paths.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { ItemLines, type ItemLine } from '../item-lines.tsx';
import { choicesOf, useNames, type Names } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { salesTexts as t } from './texts.ts';
import '../till.css';
import { when } from '../when.ts';

const OWN = 'own:';

/** Writes down what was sold without a till; the server reckons what it comes to while it is written. */
export function NewSalePage(): VNode {
  const names = useNames();
  const { route } = useLocation();
  const [lines, setLines] = useState<readonly ItemLine[]>([]);
  const [clientId] = useState(() => crypto.randomUUID());
  const [channel, setChannel] = useState<'cash' | 'external' | 'later'>('cash');
  const form = useForm({
    limits,
    initial: {
      location_id: '',
      staff_id: '',
      cash_session_id: '',
      'customer.name': '',
      'customer.phone': '',
      notes: '',
    },
  });
  const items = itemsOf(lines);
  const location = form.text('location_id');
  const asked: Call<'quoteSale'> = { body: { items, ...(location ? { location_id: location } : {}) } };
  const { answer, error } = useCall(client.quoteSale, items.length === 0 ? null : asked);
  const quote = items.length === 0 ? undefined : answer?.data;
  const sum = quote ? moneyText(quote.total, quote.currency) : '';

  async function record(): Promise<void> {
    const rest = form.body();
    const { data } = await client.createSale({
      body: asBody({
        ...rest,
        client_id: clientId,
        items,
        ...(quote ? { expected_total: quote.total } : {}),
        ...(channel === 'later' ? { status: 'open' } : { payments: [{ channel }] }),
      }),
    });
    toast(t.recorded(data.number ?? t.sale), { name: t.openSale, href: at(`/till/sales/${data.id}`) });
    route(at(`/till/sales/${data.id}`));
  }
  const crumbs = [[tillTexts.sales, at('/till')]] as const;
  if (!may('sales:write'))
    return (
      <Page title={t.newTitle} crumbs={crumbs}>
        <NotAllowed scope="sales:write" />
      </Page>
    );
  return (
    <Page title={t.newTitle} crumbs={crumbs} lead={t.newLead}>
      <Columns
        main={
          <Card title={t.lines}>
            <div class="stack">
              <ItemLines lines={lines} change={setLines} withPrice />
              <OwnLine add={(line) => setLines([...lines, line])} />
            </div>
          </Card>
        }
        side={
          <Card title={tillTexts.total}>
            <div class="stack">
              <Totals quote={quote} fault={error?.message} />
              <ThingForm
                form={form}
                label={t.newTitle}
                save={channel === 'later' ? t.keepOpen(sum) : t.taking(sum)}
                onSave={record}
              >
                <Segmented
                  label={t.howPaid}
                  options={[
                    ['cash', t.payCash],
                    ['external', t.payElsewhere],
                    ['later', t.later],
                  ]}
                  value={channel}
                  onChange={setChannel}
                />
                <SaleFields form={form} names={names} inCash={channel === 'cash'} />
              </ThingForm>
            </div>
          </Card>
        }
      />
    </Page>
  );
}

type Items = Call<'quoteSale'>['body']['items'];

function itemsOf(lines: readonly ItemLine[]): Items {
  return lines
    .filter(({ quantity }) => Number(quantity) > 0)
    .map(({ variantId, name, price, quantity }) =>
      variantId.startsWith(OWN)
        ? { custom_name: name, unit_price: price, quantity }
        : { variant_id: variantId, quantity },
    );
}

function SaleFields({
  form,
  names,
  inCash,
}: {
  readonly form: FormState;
  readonly names: Names;
  readonly inCash: boolean;
}): VNode {
  const drawers =
    useCall(client.listCashSessions, when(may('cash:write'), { query: { status: 'open', limit: 100 } }))
      .answer?.data ?? [];
  return (
    <>
      {names.locations.length > 1 && (
        <SelectField
          form={form}
          name="location_id"
          label={tillTexts.location}
          options={choicesOf(names.locations)}
          none={tillTexts.defaultLocation}
        />
      )}
      {inCash && drawers.length > 0 && (
        <SelectField
          form={form}
          name="cash_session_id"
          label={t.drawerCash}
          none={t.noDrawer}
          options={drawers.map((one) => [
            one.id,
            t.drawerOf(names.till(one.terminal_id), names.location(one.location_id)),
          ])}
        />
      )}
      {names.people.length > 0 && (
        <SelectField
          form={form}
          name="staff_id"
          label={t.soldBy}
          options={choicesOf(names.people)}
          none={tillTexts.nobody}
        />
      )}
      <TextField form={form} name="customer.name" label={t.buyer} />
      <TextField form={form} name="customer.phone" type="tel" label={t.toPhone} placeholder="076 123456" />
      <TextField form={form} name="notes" label={t.notes} hint={t.notesHint} />
    </>
  );
}

function Totals({
  quote,
  fault,
}: {
  readonly quote:
    | {
        readonly total: number;
        readonly currency: string;
        readonly taxes: readonly {
          readonly name: string;
          readonly rate: number;
          readonly inclusive: boolean;
          readonly amount: number;
        }[];
      }
    | undefined;
  readonly fault: string | undefined;
}): VNode {
  if (!quote) return <p class={fault ? 'fault' : 'small faint'}>{fault ?? t.nothingPriced}</p>;
  return (
    <>
      <p class="till-sum">
        <Money amount={quote.total} currency={quote.currency} />
      </p>
      <KeyValues
        rows={quote.taxes.map(({ name, rate, inclusive, amount }) => [
          inclusive ? t.included(name, rate) : t.added(name, rate),
          <Money amount={amount} currency={quote.currency} />,
        ])}
      />
    </>
  );
}

function OwnLine({ add }: { readonly add: (line: ItemLine) => void }): VNode {
  const form = useForm({ limits: OWN_LIMITS, initial: { custom_name: '', unit_price: '' } });
  return (
    <details class="till-own">
      <summary class="link">{t.ownLine}</summary>
      <div class="fields two">
        <TextField form={form} name="custom_name" label={t.ownName} />
        <MoneyField form={form} name="unit_price" label={t.ownPrice} currency={shopCurrency()} />
      </div>
      <Button
        icon={Plus}
        onClick={() => {
          if (!form.check()) return;
          add({
            variantId: `${OWN}${crypto.randomUUID()}`,
            name: form.text('custom_name').trim(),
            sku: null,
            price: form.text('unit_price').replaceAll(',', ''),
            currency: membership.value?.currency ?? 'SLE',
            quantity: '1',
            cost: '',
          });
          form.reset();
        }}
      >
        {t.addLine}
      </Button>
    </details>
  );
}

const OWN_LIMITS = {
  custom_name: { ...limits['items[].custom_name'], required: true as const },
  unit_price: { ...limits['items[].unit_price'], required: true as const },
};
