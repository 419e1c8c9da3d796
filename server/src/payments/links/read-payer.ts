import {
  readTestPhone,
  type CollectOut,
  type CustomFieldOut,
  type Input,
  type Operations,
} from '@cottontree/contract';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { Failure, invalid } from '../../core/failure.ts';
import { parsePhone } from '../../core/phone.ts';
import type { LinkOfMerchant } from './links.queries.ts';

/** What a payer gives at a link. */
export type LinkPayerInput = Input<Operations['payPaymentLink']>['body'];

/** The same, read: who pays, whose wallet is asked, and what the payment is to remember. */
export type LinkPayer = {
  readonly customer: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly phone: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Reads what a link asks its payers for; refuses what is missing and what was not asked for. */
export function readPayer(link: LinkOfMerchant, given: LinkPayerInput): LinkPayer {
  const collect = link.collect as CollectOut;
  const { name, phone: customerPhone, email } = given.customer ?? {};
  for (const [part, value] of [
    ['name', name],
    ['phone', customerPhone],
    ['email', email],
  ] as const) {
    if (collect[part] === 'required' && value === undefined)
      throw invalid({ path: `customer.${part}`, message: 'is required by this payment link' });
  }
  if (collect.note === 'required' && given.note === undefined)
    throw invalid({ path: 'note', message: 'is required by this payment link' });
  if (collect.note === 'none' && given.note !== undefined)
    throw invalid({ path: 'note', message: 'is not asked for by this payment link' });
  const phoneOf = (text: string | undefined, path: string): string | null =>
    text === undefined ? null : readPhoneOf(text, { path, link });
  const payerPhone = phoneOf(customerPhone, 'customer.phone');
  return {
    customer: { name: name ?? null, phone: payerPhone, email: email ?? null },
    phone: phoneOf(given.phone, 'phone') ?? payerPhone,
    metadata: {
      ...textsOf(link.metadata),
      ...readAnswers(link.custom_fields as unknown as readonly CustomFieldOut[], given.custom_fields ?? {}),
      ...(given.note === undefined ? {} : { note: given.note }),
    },
  };
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

/** In test mode the numbers of the test provider are phones as well. */
function readPhoneOf(
  text: string,
  { path, link: { country, livemode } }: { readonly path: string; readonly link: LinkOfMerchant },
): string {
  const pretended = livemode ? null : readTestPhone(text);
  if (pretended !== null) return pretended;
  const parsed = isSupportedCountry(country) ? parsePhone(text, country) : parsePhone(text);
  if (parsed.ok) return parsed.e164;
  throw new Failure(parsed.code, `${path} ${parsed.message}.`, {
    details: { fields: [{ path, message: parsed.message }] },
  });
}

/** A payment's metadata are text. */
function textsOf(metadata: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata as Readonly<Record<string, unknown>>).flatMap(([key, value]) =>
      value === null ? [] : [[key, String(value)]],
    ),
  );
}
