import type { FormLimits } from '../../kit/form/limits.ts';
import { rowAt, rowCount, rowValues } from '../../kit/form/rows.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import type { SettingsData } from './invoice-data.ts';

/** What a line holds in the form: a product and its taxes are kept beside what is typed. */
export const LINES = Object.freeze({
  list: 'items',
  blank: {
    description: '',
    quantity: '1',
    unit_price: '',
    less: '',
    tax_rate: '',
    product_id: '',
    variant_id: '',
    taxes: '',
  },
});
type LineField = keyof (typeof LINES)['blank'];

/** The contract lets a product say what a line leaves out; whoever writes it here sees both filled in, and asks for no tax above the price. */
export function withLines(limits: FormLimits): FormLimits {
  return {
    ...limits,
    'items[].description': { ...limits['items[].description'], required: true },
    'items[].unit_price': { ...limits['items[].unit_price'], required: true },
    'items[].tax_rate': { ...limits['items[].tax_rate'], maximum: 100 },
  };
}

/** What stands in fields of its own here: a share or an amount in one, a fee and a deposit beside their days. */
const FIELDS: Readonly<Record<string, string>> = {
  'discount.value': 'off',
  'discount.reason': 'off.reason',
  'deposit.percent': 'first',
  'deposit.amount': 'first',
  'deposit.due_days': 'first.days',
  'late_fee.value': 'fee',
  'late_fee.after_days': 'fee.after',
  'late_fee.repeat_days': 'fee.repeat',
  'late_fee.max': 'fee.max',
};

/** Where a refusal stands, of an invoice or of a template. */
export function fieldOf(path: string): string {
  const own = path.replace(/^template\./, '');
  const inLine = /^(items\[\d+\])\.(discount|taxes)\b/.exec(own);
  if (inLine) return `${inLine[1]}.${inLine[2] === 'discount' ? 'less' : 'tax_rate'}`;
  return FIELDS[own] ?? own;
}

/** Where a field of a line stands in the form. */
export const lineAt = (at: number, field: LineField): string => rowAt(LINES, at, field);

/** What an invoice, or the template of a recurring one, says; whatever it leaves out is as the settings have it. */
export type Written = {
  readonly customer_id?: string | null;
  readonly customer?: Readonly<Record<string, string | null | undefined>>;
  readonly items?: readonly WrittenLine[];
  readonly discount?: WrittenDiscount | null;
  readonly deposit?: {
    readonly percent?: number | string | null;
    readonly amount?: number | string;
    readonly due_days?: number;
  } | null;
  readonly reminders?: readonly { readonly days_from_due: number; readonly channel: string }[];
  readonly late_fee?: WrittenFee | null;
  readonly accepted_channels?: readonly string[] | null;
  readonly allow_partial_payment?: boolean;
  readonly min_partial_amount?: number | string | null;
} & Readonly<Partial<Record<TextField, string | number | null>>>;
type WrittenDiscount = {
  readonly type: string;
  readonly value: number | string;
  readonly reason?: string | null;
};
type WrittenFee = {
  readonly type: string;
  readonly value: number | string;
  readonly after_days: number;
  readonly repeat_days?: number | null;
  readonly max?: number | string | null;
};
type WrittenLine = {
  readonly description?: string;
  readonly product_id?: string | null;
  readonly variant_id?: string | null;
  readonly quantity?: number | string;
  readonly unit_price?: number | string;
  readonly discount?: WrittenDiscount | null;
  readonly tax_rate?: number | string | null;
  readonly taxes?: readonly object[];
};

const TEXTS = [
  'issue_date',
  'due_date',
  'due_days',
  'po_number',
  'notes',
  'terms',
  'footer',
  'payment_instructions',
] as const;
type TextField = (typeof TEXTS)[number];
const PERSON = ['name', 'phone', 'email', 'address', 'tax_id'] as const;

const text = (value: string | number | null | undefined): string => String(value ?? '');

/** `5 %` or `50`: a share or an amount, as people write it. */
export function offText(off: { readonly type: string; readonly value: number | string } | null): string {
  if (off === null) return '';
  return off.type === 'percent' ? `${off.value} %` : text(off.value);
}

/** What the form begins with. */
export function valuesOf(written: Written, settings: SettingsData): FormValues {
  const lines = written.items ?? [{}];
  const { deposit, discount, late_fee } = written;
  const fee = late_fee === undefined ? settings.late_fee : late_fee;
  const texts = Object.fromEntries(
    TEXTS.map((name) => [name, text(name in written ? written[name] : settingOf(settings, name))]),
  );
  return {
    customer_id: text(written.customer_id),
    ...Object.fromEntries(PERSON.map((one) => [`customer.${one}`, text(written.customer?.[one])])),
    ...Object.assign({}, ...lines.map(valuesOfLine)),
    ...texts,
    off: offText(discount ?? null),
    'off.reason': text(discount?.reason),
    first: deposit ? (deposit.percent == null ? text(deposit.amount) : `${deposit.percent} %`) : '',
    'first.days': text(deposit?.due_days),
    allow_partial_payment: written.allow_partial_payment ?? settings.allow_partial_payment,
    min_partial_amount: text(written.min_partial_amount),
    accepted_channels: [...(written.accepted_channels ?? settings.accepted_channels ?? [])],
    reminders: (written.reminders ?? settings.reminders).map(
      ({ days_from_due, channel }) => `${days_from_due}:${channel}`,
    ),
    fee: offText(fee),
    'fee.after': text(fee?.after_days),
    'fee.repeat': text(fee?.repeat_days),
    'fee.max': text(fee?.max),
  };
}

function settingOf(settings: SettingsData, name: TextField): string | null {
  if (name === 'notes' || name === 'terms' || name === 'footer' || name === 'payment_instructions')
    return settings[name];
  return null;
}

function valuesOfLine(line: WrittenLine, at: number): FormValues {
  const { taxes, tax_rate } = line;
  return rowValues(LINES, at, {
    description: text(line.description),
    quantity: text(line.quantity ?? 1),
    unit_price: text(line.unit_price),
    less: offText(line.discount ?? null),
    tax_rate: tax_rate === null || taxes?.length === 0 ? '0' : text(tax_rate),
    product_id: text(line.product_id),
    variant_id: text(line.variant_id),
    taxes: taxes?.length ? JSON.stringify(taxes) : '',
  });
}

/** A share or an amount from what was typed; null: nothing. */
export function readOff(
  typed: string,
): { readonly type: 'percent' | 'fixed'; readonly value: string } | null {
  const value = typed.replaceAll(/[,\s%]/g, '');
  if (value === '') return null;
  return { type: typed.includes('%') ? 'percent' : 'fixed', value };
}

/** What is sent, and what the totals are counted from. */
export type InvoiceBody = Record<string, unknown> & { readonly items: Record<string, unknown>[] };

/** All that the form holds as the API takes it; what is empty is taken away where something was there before. */
export function invoiceBody(form: FormState, empty: 'left out' | 'null' = 'left out'): InvoiceBody {
  const value = (name: string): string => form.text(name).trim();
  const said = (name: string, as: unknown): Record<string, unknown> =>
    value(name) !== '' ? { [name]: as } : empty === 'null' && name !== 'issue_date' ? { [name]: null } : {};
  const customer = Object.fromEntries(
    PERSON.map((one) => [one, value(`customer.${one}`) || null] as const).filter(
      ([, said]) => said !== null || empty === 'null',
    ),
  );
  const chosen = value('customer_id');
  const channels = form.get('accepted_channels');
  return {
    ...(chosen === ''
      ? { ...(empty === 'null' ? { customer_id: null } : {}), customer }
      : { customer_id: chosen }),
    items: Array.from({ length: rowCount(LINES, form.values.value) }, (_, at) => lineBody(form, at)),
    ...(value('issue_date') ? { issue_date: value('issue_date') } : {}),
    ...(value('due_date')
      ? { due_date: value('due_date') }
      : value('due_days')
        ? { due_days: Number(value('due_days')) }
        : {}),
    ...said('po_number', value('po_number')),
    notes: value('notes') || null,
    terms: value('terms') || null,
    footer: value('footer') || null,
    payment_instructions: value('payment_instructions') || null,
    discount: withReason(readOff(value('off')), value('off.reason')),
    deposit: depositOf(value('first'), value('first.days')),
    allow_partial_payment: form.get('allow_partial_payment') === true,
    min_partial_amount: value('min_partial_amount').replaceAll(',', '') || null,
    accepted_channels: Array.isArray(channels) && channels.length > 0 ? channels : null,
    reminders: remindersOf(form),
    late_fee: feeOf(form),
  };
}

/** When to remind, as the API takes it. */
export function remindersOf(form: FormState): { days_from_due: number; channel: string }[] {
  const kept = form.get('reminders');
  return (Array.isArray(kept) ? (kept as readonly string[]) : []).map((one) => {
    const [days = '0', channel = 'sms'] = one.split(':');
    return { days_from_due: Number(days), channel };
  });
}

/** What is added when it is late; null: nothing. */
export function feeOf(form: FormState): Record<string, unknown> | null {
  const fee = readOff(form.text('fee'));
  if (!fee) return null;
  const max = form.text('fee.max').replaceAll(',', '').trim();
  return {
    ...fee,
    after_days: Number(form.text('fee.after') || 0),
    repeat_days: form.text('fee.repeat').trim() === '' ? null : Number(form.text('fee.repeat')),
    max: max || null,
  };
}

function withReason(off: ReturnType<typeof readOff>, reason: string): Record<string, unknown> | null {
  return off && { ...off, ...(reason ? { reason } : {}) };
}

function depositOf(first: string, days: string): Record<string, unknown> | null {
  const off = readOff(first);
  if (!off) return null;
  const due = days === '' ? {} : { due_days: Number(days) };
  return off.type === 'percent' ? { percent: off.value, ...due } : { amount: off.value, ...due };
}

function lineBody(form: FormState, at: number): Record<string, unknown> {
  const value = (field: LineField): string => form.text(lineAt(at, field)).trim();
  const rate = value('tax_rate').replaceAll(/[%\s]/g, '');
  const taxes = value('taxes');
  return {
    description: value('description'),
    quantity: value('quantity').replaceAll(',', '') || '1',
    unit_price: value('unit_price').replaceAll(',', '') || '0',
    ...(value('product_id') ? { product_id: value('product_id') } : {}),
    ...(value('variant_id') ? { variant_id: value('variant_id') } : {}),
    discount: readOff(value('less')),
    ...(rate === ''
      ? taxes === ''
        ? {}
        : { taxes: JSON.parse(taxes) as unknown }
      : { tax_rate: Number(rate) === 0 ? null : rate }),
  };
}
