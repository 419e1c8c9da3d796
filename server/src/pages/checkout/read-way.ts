import { paymentChannels, readTestPhone, type PaymentChannel } from '@cottontree/contract';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { parsePhone } from '../../kernel/phone/phone.ts';
import { Misread } from './answer-form.ts';
import type { PayTexts } from '../texts/pay-texts.ts';

export type WayOnPage = {
  readonly channel: PaymentChannel;
  /** E.164; of a wallet only. */ readonly phone: string | null;
};

type Offered = {
  readonly channels: readonly PaymentChannel[];
  readonly livemode: boolean;
  readonly country: string;
  readonly texts: PayTexts;
};

/** What a form of `offerWays` says; refuses what was not offered, and a wallet without a number. */
export function readWay(
  form: Readonly<Record<string, string>>,
  { channels, livemode, country, texts }: Offered,
): WayOnPage {
  const channel = paymentChannels.find((one) => one === form['channel']);
  if (channel === undefined || !channels.includes(channel)) throw new Misread(texts.chooseOne, 'channel');
  if (channel !== 'mobile_money') return { channel, phone: null };
  const written = form['wallet'] || (form['phone'] ?? '');
  if (written === '') throw new Misread(texts.phoneMissing, 'wallet');
  const phone = readPhoneText(written, { livemode, country });
  if (phone === null) throw new Misread(texts.phoneWrong, 'wallet');
  return { channel, phone };
}

/** The E.164 form of a number as people of the country write it, in test mode also of those that no phone has; null where it is none. */
export function readPhoneText(
  text: string,
  { livemode, country }: { readonly livemode: boolean; readonly country: string },
): string | null {
  const pretended = livemode ? null : readTestPhone(text);
  if (pretended !== null) return pretended;
  const parsed = isSupportedCountry(country) ? parsePhone(text, country) : parsePhone(text);
  return parsed.ok ? parsed.e164 : null;
}
