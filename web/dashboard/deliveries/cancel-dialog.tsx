import type { DeliverySummary } from '@cottontree/contract';
import { limits } from 'form:cancelDelivery';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { spanText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { LongTextField, SelectField } from '../../kit/parts/fields.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { texts } from '../../kit/text/texts.ts';
import { choicesOf } from './words.ts';

const t = texts(
  {
    title: (job: string) => `Cancel ${job}?`,
    courierOff: (name: string) => `${name} is called off`,
    nobody: 'Nobody is on the way yet: it is free',
    goesBack: 'goes back to you in full',
    freeFor: (span: string) => `Free for another ${span}; then the rate card's fee for the way begun`,
    feeKept: 'is the fee; the rate card keeps a part of it for the way that was begun',
    cash: 'is not collected',
    paidBack: 'goes back to the recipient, who has paid it',
    told: 'The recipient is told where your settings say so',
    reason: 'Why',
    note: 'A note for the timeline',
    keep: 'Keep the delivery',
    go: 'Cancel the delivery',
  },
  {
    title: (job) => `Yu want kansul ${job}?`,
    courierOff: (name) => `${name} nɔ go kam igen`,
    nobody: 'Nɔbɔdi nɔ de na rod yet: yu nɔ go pe',
    goesBack: 'go go bak to yu, ɔl',
    freeFor: (span) => `Yu nɔ go pe fɔ ${span} igen; afta dat na di fi na ret kad`,
    feeKept: 'na di fi; di ret kad de kip pat fɔ di rod we dɛn dɔn bigin',
    cash: 'dɛn nɔ go kɔlɛkt am',
    paidBack: 'de go bak to di pɔsin we pe am',
    told: 'Wi go tɛl di pɔsin if yu sɛtin se so',
    reason: 'Wetin mek',
    note: 'Not fɔ di taymlayn',
    keep: 'Kip di dilivri',
    go: 'Kansul di dilivri',
  },
);

const FREE_MS = 5 * 60_000;

/** Cancels one delivery, after saying what that costs. */
export function CancelDialog({
  delivery,
  close,
}: {
  readonly delivery: DeliverySummary;
  readonly close: () => void;
}): VNode {
  const form = useForm({ limits, initial: { reason: 'customer_cancelled', note: '' } });
  const cancel = useAct(client.cancelDelivery);
  const { job_number, driver, shipping_fee, cod_amount, cod_status, currency, assigned_at } = delivery;
  const left = assigned_at === null ? FREE_MS : Date.parse(assigned_at) + FREE_MS - Date.now();
  const fee = <Money amount={shipping_fee} currency={currency} />;
  return (
    <Confirm
      title={t.title(job_number)}
      consequences={[
        driver === null ? t.nobody : t.courierOff(driver.name),
        <span>
          {fee} {left > 0 ? t.goesBack : t.feeKept}
        </span>,
        ...(driver !== null && left > 0 ? [t.freeFor(spanText(left))] : []),
        ...(cod_amount > 0
          ? [
              <span>
                <Money amount={cod_amount} currency={currency} />{' '}
                {cod_status === 'settled' ? t.paidBack : t.cash}
              </span>,
            ]
          : []),
        t.told,
      ]}
      keep={t.keep}
      go={t.go}
      busy={cancel.busy}
      fault={cancel.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        if (!form.check()) return;
        if (await cancel.run({ params: { jobNumber: job_number }, body: form.body() })) close();
      }}
    >
      <SelectField
        form={form}
        name="reason"
        label={t.reason}
        options={choicesOf(limits['reason']?.options)}
      />
      <LongTextField form={form} name="note" label={t.note} rows={2} />
    </Confirm>
  );
}
