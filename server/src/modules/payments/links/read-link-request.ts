import {
  formatMoney,
  toMajor,
  type CustomFieldOut,
  type JsonObject,
  type PaymentChannel,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findLink, type LinkRow } from './links.queries.ts';
import { linkNotFound } from './get-payment-link.ts';
import { linkRefusal } from './link-status.ts';
import { holdUse } from './uses.queries.ts';

type Asking = Pick<LinkRow, 'collect' | 'custom_fields' | 'metadata'>;
type Texts = Readonly<Record<string, string>>;

/** What a payer gives at a link, by whichever door. */
type GivenAnswers = {
  readonly customer: {
    readonly name?: string | null;
    readonly phone?: string | null;
    readonly email?: string | null;
  };
  readonly note?: string;
  readonly customFields?: Texts;
};

/** The answers to what a link asks its payers; refuses what is missing and what was not asked for. */
export function collectAnswers(link: Asking, { customer, note, customFields }: GivenAnswers): Texts {
  const collect = link.collect;
  for (const part of ['name', 'phone', 'email'] as const) {
    if (collect[part] === 'required' && (customer[part] ?? null) === null)
      throw invalid({ path: `customer.${part}`, message: 'is required by this payment link' });
  }
  if (collect.note === 'required' && note === undefined)
    throw invalid({ path: 'note', message: 'is required by this payment link' });
  if (collect.note === 'none' && note !== undefined)
    throw invalid({ path: 'note', message: 'is not asked for by this payment link' });
  return { ...readAnswers(fieldsOf(link), customFields ?? {}), ...(note === undefined ? {} : { note }) };
}

/** What a payment at a link remembers: the link's own, and the answers that were judged; what else stands beside them cannot pass for either. */
export function withAnswers(
  link: Asking,
  { asked, beside }: { readonly asked: Texts; readonly beside: Texts },
): Texts {
  const questions = new Set(['note', ...fieldsOf(link).map(({ key }) => key)]);
  const others = Object.entries(beside).filter(([key]) => !questions.has(key));
  return { ...Object.fromEntries(others), ...textsOf(link.metadata), ...asked };
}

function fieldsOf(link: Asking): readonly CustomFieldOut[] {
  return link.custom_fields;
}

function readAnswers(
  fields: readonly CustomFieldOut[],
  answers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const unknown = Object.keys(answers).find((key) => !fields.some((field) => field.key === key));
  if (unknown !== undefined)
    throw invalid({ path: `custom_fields.${unknown}`, message: 'is not asked for by this payment link' });
  for (const { key, type, required, options } of fields) {
    const [path, answer] = [`custom_fields.${key}`, answers[key]];
    if (answer === undefined) {
      if (required) throw invalid({ path, message: 'is required by this payment link' });
      continue;
    }
    if (type === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(answer))
      throw invalid({ path, message: 'must be a number' });
    if (type === 'choice' && !options.includes(answer))
      throw invalid({ path, message: `must be one of ${options.join(', ')}` });
  }
  return answers;
}

/** A payment's metadata are text. */
function textsOf(metadata: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
}

type Priced = Pick<LinkRow, 'amount' | 'min_amount' | 'max_amount' | 'currency'>;

/** How much is paid at a link, in minor units: what the link says, or what the payer names within its bounds. */
export function readLinkAmount(link: Priced, named: number | string | undefined): bigint {
  if (named === undefined && link.amount !== null) return link.amount;
  if (named === undefined)
    throw invalid({ path: 'amount', message: 'is required: at this payment link the payer names it' });
  const amount = readSomeMoney(named, { path: 'amount', currency: link.currency });
  checkLinkAmount(link, amount);
  return amount;
}

/** Refuses an amount that is not the link's, or lies outside its bounds. */
export function checkLinkAmount(link: Priced, amount: bigint): void {
  const currency = link.currency;
  const [least, most] = [link.amount ?? link.min_amount, link.amount ?? link.max_amount];
  const bounds = {
    min: least === null ? null : toMajor(least, currency),
    max: most === null ? null : toMajor(most, currency),
  };
  if (least !== null && amount < least)
    throw new Failure(
      'AMOUNT_TOO_SMALL',
      `At this payment link ${link.amount === null ? 'at least ' : ''}${formatMoney(least, currency)} is paid.`,
      { details: bounds },
    );
  if (most !== null && amount > most)
    throw new Failure(
      'AMOUNT_TOO_LARGE',
      `At this payment link ${link.amount === null ? 'at most ' : ''}${formatMoney(most, currency)} is paid.`,
      { details: bounds },
    );
}

/** How a payer pays at a link's page: as wanted, else the first way that it names, else by choosing. What a person takes is not for its page. */
export function readLinkChannel(
  link: Pick<LinkRow, 'channels'>,
  wanted: PaymentChannel | undefined,
): PaymentChannel {
  const channel = wanted ?? link.channels?.[0] ?? 'hosted';
  if (channel === 'cash' || channel === 'external') throw refusal(link, channel);
  checkLinkChannel(link, channel);
  return channel;
}

/** Refuses a way that the link does not name, where it names some. */
export function checkLinkChannel(link: Pick<LinkRow, 'channels'>, channel: PaymentChannel): void {
  if (link.channels !== null && !link.channels.includes(channel)) throw refusal(link, channel);
}

function refusal({ channels }: Pick<LinkRow, 'channels'>, channel: PaymentChannel): Failure {
  return new Failure('CHANNEL_NOT_AVAILABLE', `At this payment link nobody pays by ${channel}.`, {
    details: { channels },
  });
}

type Admission = {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly now: Date;
};

/** Takes a use of a link for a payment that is written in the same transaction; refuses where none is left. */
export async function admitToLink(
  runner: Runner,
  { tenant, linkId, paymentId, amount, now }: Admission,
): Promise<void> {
  if (await holdUse(runner, tenant, { linkId, paymentId, amount, now })) return;
  const link = await findLink(runner, { tenant, id: linkId });
  throw (link && linkRefusal(link, now)) ?? linkNotFound(linkId);
}
