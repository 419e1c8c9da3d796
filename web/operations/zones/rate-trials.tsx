import type { RateCardPreview, RateCardReplay } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as replayLimits } from 'form:replayRateCard';
import { limits as tryLimits } from 'form:previewRateCard';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { livemode } from '../paths.ts';
import { rateTexts as t } from './rate-texts.ts';

/** What the card would have asked for the parcels of the last days. */
export function TryCard({ version }: { readonly version: string }): VNode {
  const form = useForm({ limits: tryLimits, initial: { days: '30' } });
  const preview = useAct(client.previewRateCard);
  const [seen, setSeen] = useState<RateCardPreview | null>(null);
  async function go(): Promise<void> {
    const days = Number(form.text('days')) || 30;
    const answer = await preview.run({ params: { version }, body: { days, livemode: livemode() } }, form);
    if (answer) setSeen(answer.data);
  }
  return (
    <Card title={t.tryIt}>
      <Form form={form} onSubmit={go} label={t.tryIt}>
        <TextField form={form} name="days" label={t.days} inputmode="numeric" hint={t.tryHint} />
        <FormActs form={form} save={t.tryGo} busy={preview.busy} always />
      </Form>
      {seen && <Tried seen={seen} />}
    </Card>
  );
}

function Tried({ seen }: { readonly seen: RateCardPreview }): VNode {
  const money = (amount: number): VNode => <Money amount={amount} currency={seen.currency} />;
  return (
    <div role="status">
      <KeyValues
        rows={[
          [t.jobs, seen.jobs.toLocaleString('en')],
          [t.dearer, seen.dearer],
          [t.cheaper, seen.cheaper],
          [t.same, seen.same],
          seen.unquotable > 0 && [t.unquotable, seen.unquotable],
          [t.before, money(seen.before)],
          [t.after, money(seen.after)],
          [t.difference, money(seen.difference), 'total'],
          ...seen.by_zone.map(({ code, difference }) => [code, money(difference)] as const),
        ]}
      />
    </div>
  );
}

/** Makes the fee of one past parcel again, line beside line. */
export function ReplayCard({ version }: { readonly version: string }): VNode {
  const form = useForm({ limits: replayLimits, initial: { job_number: '' } });
  const replay = useAct(client.replayRateCard);
  const [seen, setSeen] = useState<RateCardReplay | null>(null);
  async function go(): Promise<void> {
    const body = { job_number: form.text('job_number').trim().toUpperCase() };
    const answer = await replay.run({ params: { version }, body }, form);
    if (answer) setSeen(answer.data);
  }
  return (
    <Card title={t.replay}>
      <Form form={form} onSubmit={go} label={t.replay}>
        <TextField form={form} name="job_number" label={t.job} hint={t.replayHint} mono />
        <FormActs form={form} save={t.replayGo} busy={replay.busy} always />
      </Form>
      {seen && (
        <div role="status" class="stack">
          {seen.refusal ? (
            <Note meaning="wait">{seen.refusal.message}</Note>
          ) : (
            <Note meaning={seen.equal ? 'good' : 'wait'}>{seen.equal ? t.equal : t.notEqual}</Note>
          )}
          <KeyValues
            rows={[
              ...seen.lines.map(
                ({ label, was, is }) =>
                  [
                    label,
                    <>
                      <Money amount={was ?? 0} currency={seen.currency} /> →{' '}
                      <Money amount={is ?? 0} currency={seen.currency} />
                    </>,
                  ] as const,
              ),
              [
                t.fee,
                <>
                  <Money amount={seen.shipping_fee} currency={seen.currency} /> →{' '}
                  {seen.replayed_fee === null ? (
                    '–'
                  ) : (
                    <Money amount={seen.replayed_fee} currency={seen.currency} />
                  )}
                </>,
                'total',
              ],
            ]}
          />
        </div>
      )}
    </Card>
  );
}
