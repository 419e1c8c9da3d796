import { readTestPhone, type Input, type Operations } from '@cottontree/contract';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { Failure } from '../../core/failure.ts';
import { parsePhone } from '../../core/phone.ts';
import { collectAnswers, withAnswers } from './collect-answers.ts';
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
  const { name, phone: customerPhone, email } = given.customer ?? {};
  const asked = collectAnswers(link, {
    customer: given.customer ?? {},
    ...(given.note !== undefined && { note: given.note }),
    ...(given.custom_fields !== undefined && { customFields: given.custom_fields }),
  });
  const phoneOf = (text: string | undefined, path: string): string | null =>
    text === undefined ? null : readPhoneOf(text, { path, link });
  const payerPhone = phoneOf(customerPhone, 'customer.phone');
  return {
    customer: { name: name ?? null, phone: payerPhone, email: email ?? null },
    phone: phoneOf(given.phone, 'phone') ?? payerPhone,
    metadata: withAnswers(link, { asked, beside: {} }),
  };
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
