import type { Call } from '@cottontree/client';
import type { DeliverySummary } from '@cottontree/contract';
import { limits } from 'form:redeliverDelivery';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { nearText } from '../../kit/format/time.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { LongTextField, MoneyField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { texts } from '../../kit/text/texts.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Columns, Page } from '../shell/page.tsx';
import { newTexts } from './new-texts.ts';
import { deliveriesTexts } from './texts.ts';
import { useDelivery } from './use-delivery.ts';
import { said } from './words.ts';

const t = texts(
  {
    title: 'Deliver it again',
    lead: 'A new job for the same parcel, priced now. A way back that nobody has begun is called off free of charge.',
    first: 'The first try',
    why: 'Failed because',
    when: 'Failed',
    cost: 'It cost',
    cod: 'Cash to collect',
    go: 'Deliver it again',
  },
  {
    title: 'Tray am bak',
    lead: 'Nyu jɔb fɔ di sem pasul, wit prayz fɔ naw. Rod fɔ kam bak we nɔbɔdi nɔ bigin yet go stɔp fri.',
    first: 'Di fɔs tray',
    why: 'I fel bikɔs',
    when: 'I fel',
    cost: 'I bin kɔst',
    cod: 'Mɔni fɔ kɔlɛkt',
    go: 'Tray am bak',
  },
);

/** Tries a failed delivery again, with what has to be different this time. */
export function RedeliverPage({ params }: PageProps): VNode {
  const jobNumber = params['jobNumber'] ?? '';
  const { seen, error, again } = useDelivery(jobNumber);
  const crumbs = [
    [deliveriesTexts.title, at('/deliveries')] as const,
    [jobNumber, at(`/deliveries/${jobNumber}`)] as const,
  ];
  return (
    <Page title={t.title} crumbs={crumbs} lead={t.lead}>
      {!may('shipping:write') ? (
        <NotAllowed scope="shipping:write" />
      ) : seen ? (
        <Redeliver delivery={seen.delivery} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  );
}

function Redeliver({ delivery }: { readonly delivery: DeliverySummary }): VNode {
  const { route } = useLocation();
  const form = useForm({
    limits,
    initial: {
      recipient_name: delivery.recipient_name ?? '',
      recipient_phone: delivery.recipient_phone ?? '',
      delivery_city: delivery.delivery_city,
      delivery_address: delivery.delivery_address,
      delivery_landmark: delivery.delivery_landmark ?? '',
      delivery_instructions: delivery.delivery_instructions ?? '',
      delivery_window_start: '',
      delivery_window_end: '',
      max_shipping_fee: '',
    },
  });
  const redeliver = useAct(client.redeliverDelivery);
  async function send(): Promise<void> {
    // What is left as it was is not sent: the first try has it.
    const changed = Object.fromEntries(Object.entries(form.changes()).filter(([, value]) => value !== null));
    const body = changed as NonNullable<Call<'redeliverDelivery'>['body']>;
    const answer = await redeliver.run({ params: { jobNumber: delivery.job_number }, body }, form);
    if (answer) route(at(`/deliveries/${answer.data.job_number}`));
  }
  return (
    <Columns
      main={
        <Form form={form} onSubmit={send} label={t.title}>
          <div class="fields two">
            <TextField form={form} name="recipient_name" label={newTexts.name} />
            <PhoneField form={form} name="recipient_phone" label={newTexts.phone} />
            <TextField form={form} name="delivery_city" label={newTexts.city} />
            <TextField form={form} name="delivery_address" label={newTexts.address} />
            <TextField form={form} name="delivery_landmark" label={newTexts.landmark} />
            <MoneyField
              form={form}
              name="max_shipping_fee"
              label={newTexts.maxFee}
              currency={delivery.currency}
            />
            <TextField
              form={form}
              name="delivery_window_start"
              label={newTexts.deliverFrom}
              type="datetime-local"
            />
            <TextField
              form={form}
              name="delivery_window_end"
              label={newTexts.deliverTo}
              type="datetime-local"
            />
            <div class="whole">
              <LongTextField
                form={form}
                name="delivery_instructions"
                label={newTexts.instructions}
                rows={2}
              />
            </div>
          </div>
          <FormActs form={form} save={t.go} busy={redeliver.busy} always>
            <ButtonLink kind="ghost" href={at(`/deliveries/${delivery.job_number}`)}>
              {common.cancel}
            </ButtonLink>
          </FormActs>
        </Form>
      }
      side={
        <Card title={t.first}>
          <KeyValues
            rows={[
              delivery.failed_at !== null && [t.when, nearText(delivery.failed_at)],
              delivery.failure !== null && [t.why, said(delivery.failure.reason)],
              [t.cost, <Money amount={delivery.shipping_fee} currency={delivery.currency} />],
              delivery.cod_amount > 0 && [
                t.cod,
                <Money amount={delivery.cod_amount} currency={delivery.currency} />,
              ],
            ]}
          />
        </Card>
      }
    />
  );
}
