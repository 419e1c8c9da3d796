import { limits } from 'form:updateSale';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { phoneText } from '../../../kit/format/phone.ts';
import { momentText } from '../../../kit/format/time.ts';
import { wordsOf } from '../../../kit/format/words.ts';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { LongTextField } from '../../../kit/parts/fields.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import { hrefOfThing } from '../../shell/things.ts';
import type { Names } from '../names.ts';
import { tenderText, tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { isOutside, type Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

/** Every payment, also those that failed. */
export function SalePayments({ sale }: { readonly sale: Sale }): VNode {
  return (
    <Card title={t.payments} bare>
      <ul class="line-rows">
        {sale.payments.length === 0 && <li class="quiet">{t.noPayments}</li>}
        {sale.payments.map((payment) => (
          <li key={payment.id}>
            <span class="grow">
              <a class="link" href={hrefOfThing('payment', payment.id)?.href ?? ''}>
                {tenderText(payment.channel)}
              </a>
              <PaymentMore payment={payment} currency={sale.currency} />
            </span>
            <span class="end">
              <Money amount={payment.amount} currency={sale.currency} />
              <Status of="payment" status={payment.status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PaymentMore({
  payment,
  currency,
}: {
  readonly payment: Sale['payments'][number];
  readonly currency: string;
}): VNode | null {
  const said = [
    payment.tendered !== null &&
      t.handed(moneyText(payment.tendered, currency), moneyText(payment.change, currency)),
    payment.external_ref,
    isOutside(payment.provider) && wordsOf(payment.provider ?? ''),
    payment.verdict === 'refund' && t.goesBack,
    payment.failure?.message,
  ].filter((one) => typeof one === 'string' && one !== '');
  return said.length === 0 ? null : <small class="quiet till-more">{said.join(' · ')}</small>;
}

/** For the merchant alone; of a parked sale they can be changed. */
export function SaleNotes({
  sale,
  etag,
}: {
  readonly sale: Sale;
  readonly etag: string | null;
}): VNode | null {
  const form = useForm({ limits, initial: { notes: sale.notes ?? '' } });
  if (sale.status !== 'parked' || !may('sales:write'))
    return sale.notes === null ? null : (
      <Card title={t.notes}>
        <p>{sale.notes}</p>
      </Card>
    );
  const params = { id: sale.id };
  return (
    <Card title={t.notes}>
      <ThingForm
        form={form}
        label={t.notes}
        save={t.saveNotes}
        etag={etag}
        onSave={async (matching) => {
          const { data } = await client.updateSale({ params, ...matching, body: asBody(form.changes()) });
          form.reset({ notes: data.notes ?? '' });
        }}
        fresh={async () => ({ notes: (await client.getSale({ params })).data.notes ?? '' })}
      >
        <LongTextField form={form} name="notes" label={t.notes} hint={t.notesHint} rows={3} />
      </ThingForm>
    </Card>
  );
}

/** Who and where, and what it is called. */
export function SaleFacts({ sale, names }: { readonly sale: Sale; readonly names: Names }): VNode {
  const { customer } = sale;
  const buyer = customer.name ?? (customer.phone ? phoneText(customer.phone) : customer.email);
  return (
    <Card title={tillTexts.facts}>
      <KeyValues
        rows={[
          [
            t.customer,
            sale.customer_id !== null ? (
              <a class="link" href={hrefOfThing('customer', sale.customer_id)?.href ?? ''}>
                {buyer ?? sale.customer_id}
              </a>
            ) : (
              (buyer ?? t.noCustomer)
            ),
          ],
          [tillTexts.person, names.person(sale.staff_id)],
          sale.handed_in_by !== null && [t.server, names.person(sale.handed_in_by)],
          sale.terminal_id !== null && [tillTexts.till, names.till(sale.terminal_id)],
          [tillTexts.location, names.location(sale.location_id)],
          sale.cash_session_id !== null && [
            t.drawer,
            <a class="link" href={at(`/till/cash/${sale.cash_session_id}`)}>
              {t.openSale}
            </a>,
          ],
          [t.occurred, momentText(sale.occurred_at)],
          sale.offline && [t.arrived, momentText(sale.created_at)],
          sale.number !== sale.receipt_number && sale.number !== null && [t.number, sale.number],
          sale.void_reason !== null && [t.voidReason, sale.void_reason],
          sale.fiscal.status !== 'none' && [t.fiscal, sale.fiscal.number ?? wordsOf(sale.fiscal.status)],
          [t.id, <span class="mono tiny">{sale.id}</span>],
        ]}
      />
    </Card>
  );
}
