import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FormState } from '../../kit/form/use-form.ts';
import { ChoicesField, LongTextField, MoneyField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { channelText } from '../payments/words.ts';
import { editorTexts as e } from './editor-texts.ts';
import { wayText } from './words.ts';

type FieldsProps = { readonly form: FormState; readonly currency: string };

const CHANNELS = ['mobile_money', 'card', 'qr', 'nfc', 'hosted'] as const;
const DAYS = [-7, -3, -1, 0, 1, 3, 7, 14, 30];
const WAYS = ['sms', 'whatsapp', 'email'] as const;

function daysText(days: number): string {
  if (days === 0) return e.onDay;
  return days < 0 ? e.daysBefore(-days) : e.daysAfter(days);
}

/** When to remind, and by which way. */
export function ReminderFields({ form }: { readonly form: FormState }): VNode {
  const kept = form.get('reminders');
  const chosen = Array.isArray(kept) ? (kept as readonly string[]) : [];
  const [way, setWay] = useState<string>(chosen[0]?.split(':')[1] ?? 'sms');
  const all = [...new Set([...chosen, ...DAYS.map((days) => `${days}:${way}`)])].toSorted(
    (a, b) => Number.parseInt(a) - Number.parseInt(b),
  );
  return (
    <div class="fields">
      <label class="field">
        <span>
          {e.reminders}, {e.remindBy.toLowerCase()}
        </span>
        <select class="input select" value={way} onChange={(event) => setWay(event.currentTarget.value)}>
          {WAYS.map((one) => (
            <option value={one}>{wayText(one)}</option>
          ))}
        </select>
      </label>
      <ChoicesField
        form={form}
        name="reminders"
        label={e.reminders}
        hint={e.remindersHint}
        options={all.map((one) => {
          const [days = '0', by = 'sms'] = one.split(':');
          return [
            one,
            by === way ? daysText(Number(days)) : `${daysText(Number(days))}, ${wayText(by)}`,
          ] as const;
        })}
      />
    </div>
  );
}

/** What is added when it is late. */
export function FeeFields({ form, currency }: FieldsProps): VNode {
  return (
    <div class="fields two">
      <TextField form={form} name="fee" label={e.fee} hint={e.feeHint} inputmode="text" />
      <TextField form={form} name="fee.after" label={e.feeAfter} inputmode="numeric" />
      <TextField form={form} name="fee.repeat" label={e.feeRepeat} inputmode="numeric" />
      <MoneyField form={form} name="fee.max" label={e.feeMax} currency={currency} />
    </div>
  );
}

/** How it can be paid on its page. */
export function ChannelFields({ form }: { readonly form: FormState }): VNode {
  return (
    <ChoicesField
      form={form}
      name="accepted_channels"
      label={e.channels}
      hint={e.channelsHint}
      options={CHANNELS.map((one) => [one, channelText(one)] as const)}
    />
  );
}

/** What papers say beside the lines. */
export function PaperFields({ form }: { readonly form: FormState }): VNode {
  return (
    <>
      <LongTextField form={form} name="payment_instructions" label={e.howToPay} rows={2} />
      <LongTextField form={form} name="terms" label={e.terms} rows={2} />
      <LongTextField form={form} name="footer" label={e.footer} rows={2} />
    </>
  );
}

/** All that seldom differs from one invoice to the next. */
export function TermsFields({ form, currency }: FieldsProps): VNode {
  return (
    <details class="terms">
      <summary class="link">{e.more}</summary>
      <div class="fields gap-top">
        <div class="fields two">
          <TextField form={form} name="off" label={e.off} hint={e.offHint} />
          <TextField form={form} name="off.reason" label={e.offWhy} />
          <TextField form={form} name="first" label={e.first} hint={e.firstHint} />
          <TextField form={form} name="first.days" label={e.firstDays} inputmode="numeric" />
        </div>
        <SwitchField form={form} name="allow_partial_payment" label={e.parts} />
        {form.get('allow_partial_payment') === true && (
          <MoneyField form={form} name="min_partial_amount" label={e.least} currency={currency} />
        )}
        <ReminderFields form={form} />
        <FeeFields form={form} currency={currency} />
        <ChannelFields form={form} />
        <PaperFields form={form} />
      </div>
    </details>
  );
}
