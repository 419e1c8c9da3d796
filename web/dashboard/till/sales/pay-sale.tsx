import { limits } from 'form:paySale';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { MoneyField, TextField } from '../../../kit/parts/fields.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import type { Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

/** Takes what is still to pay of a sale that was left open or parked. */
export function PaySale({ sale }: { readonly sale: Sale }): VNode | null {
  const form = useForm({ limits, initial: { channel: 'cash', amount: '', tendered: '', external_ref: '' } });
  if ((sale.status !== 'open' && sale.status !== 'parked') || !may('sales:write')) return null;
  const due = Number(sale.amount_due);
  const params = { id: sale.id };
  const inCash = form.get('channel') === 'cash';
  const asked = Number(form.text('amount').replaceAll(',', '')) || due;
  const change = Number(form.text('tendered').replaceAll(',', '')) - asked;

  function pay(): Promise<unknown> {
    if (due <= 0) return client.completeSale({ params, body: {} });
    const { tendered, external_ref, ...rest } = form.body();
    const payment = { ...rest, ...(inCash ? { tendered } : { external_ref }) };
    return asked < due
      ? client.paySale({ params, body: asBody(payment) })
      : client.completeSale({ params, body: asBody({ payments: [payment] }) });
  }
  return (
    <Card title={t.payTitle} end={<Money amount={due} currency={sale.currency} />}>
      <ThingForm
        form={form}
        label={t.payTitle}
        save={due > 0 ? t.take(moneyText(Math.min(asked, due), sale.currency)) : t.complete}
        onSave={pay}
      >
        {due > 0 ? (
          <>
            <Segmented
              label={t.howPaid}
              options={[
                ['cash', t.payCash],
                ['external', t.payElsewhere],
              ]}
              value={inCash ? 'cash' : 'external'}
              onChange={(channel) => form.set('channel', channel)}
            />
            <div class="fields two">
              {inCash ? (
                <MoneyField form={form} name="tendered" label={t.handedOver} currency={sale.currency} />
              ) : (
                <TextField form={form} name="external_ref" label={t.reference} hint={t.referenceHint} />
              )}
              <MoneyField
                form={form}
                name="amount"
                label={t.ofIt}
                hint={t.ofItHint}
                currency={sale.currency}
              />
            </div>
            {inCash && change > 0 && (
              <p class="till-change">
                {t.changeIs} <Money amount={change} currency={sale.currency} />
              </p>
            )}
          </>
        ) : (
          <p>{t.nothingDue}</p>
        )}
      </ThingForm>
    </Card>
  );
}
