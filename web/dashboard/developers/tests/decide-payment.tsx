import type { Call } from '@cottontree/client';
import { limits } from 'form:simulatePayment';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { nearText } from '../../../kit/format/time.ts';
import { wordsOf } from '../../../kit/format/words.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { SelectField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../../kit/parts/form.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { statusText } from '../../../kit/text/statuses.ts';
import { at } from '../../paths.ts';
import { failureText } from '../../payments/words.ts';
import { hrefOfThing } from '../../shell/things.ts';
import { useRefusal } from '../use-refusal.ts';
import { testTexts as t } from './test-texts.ts';

type Body = Call<'simulatePayment'>['body'];

const outcomes = [
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'processing',
  'succeeded_late',
  'wrong_amount',
] as const;

/** The test provider says what became of a payment. */
export function DecidePayment(): VNode {
  const { query } = useAddress();
  const waiting = useCall(client.listPayments, {
    query: { status: 'created,requires_action,processing' as never, limit: 50 },
  });
  const simulate = useAct(client.simulatePayment);
  const [done, setDone] = useState<{ readonly id: string; readonly status: string } | null>(null);
  const form = useForm({
    limits: { ...limits, payment: { required: true } },
    initial: { payment: query['payment'] ?? '', outcome: 'succeeded', failure_code: '' },
  });
  useRefusal(form, simulate.error);
  if (!may('payments:write')) return <NotAllowed scope="payments:write" />;
  const payments = waiting.answer?.data ?? [];
  const options = payments.map(
    (payment) =>
      [
        payment.id,
        `${moneyText(payment.amount, payment.currency)}, ${nearText(payment.created_at)}, …${payment.id.slice(-6)}`,
      ] as const,
  );
  const named = query['payment'];
  async function go(): Promise<void> {
    const { payment, ...body } = form.body();
    const answer = await simulate.run({ params: { id: String(payment) }, body: body as unknown as Body });
    if (answer) setDone(answer.data);
  }
  if (waiting.answer && options.length === 0 && named === undefined && done === null)
    return (
      <div class="narrow stack">
        <p class="quiet">{t.noPayments}</p>
        <div>
          <ButtonLink href={at('/payments/links/new')}>{t.makeLink}</ButtonLink>
        </div>
      </div>
    );
  return (
    <div class="narrow stack">
      <p class="quiet">{t.paymentText}</p>
      <Form form={form} onSubmit={go} label={t.payment}>
        <SelectField
          form={form}
          name="payment"
          label={t.paymentField}
          none={t.paymentNone}
          options={
            named !== undefined && !options.some(([id]) => id === named)
              ? [[named, named], ...options]
              : options
          }
        />
        <SelectField
          form={form}
          name="outcome"
          label={t.outcome}
          options={outcomes.map((one) => [one, t[one]] as const)}
        />
        {form.text('outcome') === 'failed' && (
          <SelectField
            form={form}
            name="failure_code"
            label={t.failure}
            none={failureText('declined')}
            options={(limits['failure_code']?.options ?? []).map((one) => [one, failureText(one)] as const)}
          />
        )}
        <FormActs form={form} save={t.decide} busy={simulate.busy} always />
      </Form>
      {done && (
        <div role="status">
          <Note meaning="good">
            {t.decided(statusText(done.status) ?? wordsOf(done.status))}{' '}
            <a class="link" href={hrefOfThing('payment', done.id)?.href ?? ''}>
              {t.seePayment}
            </a>
          </Note>
        </div>
      )}
    </div>
  );
}
