import type { WidgetError } from './call.ts';

/** What the API says to programs, for people. */
const ENGLISH: Readonly<Record<string, string>> = {
  INVALID_PHONE: 'This is no phone number that can be called. Write it like 076 123456.',
};
/** The API refuses in English; what buyers meet is said by its code. One that has no words here is told as the API tells it. */
const KRIO: Readonly<Record<string, string>> = {
  AMOUNT_PRECISION: 'Da mɔni de gɛt tumɔs nɔmba afta di pɔynt.',
  AMOUNT_TOO_SMALL: 'Da mɔni de tu smɔl.',
  AMOUNT_TOO_LARGE: 'Da mɔni de tumɔs.',
  CHANNEL_NOT_AVAILABLE: 'Yu nɔ ebul pe dis we ya naw. Pik ɔda we.',
  EVENT_NOT_FOUND: 'Dis ivɛnt nɔ de.',
  EVENT_NOT_PUBLISHED: 'Dɛn nɔ de sɛl tikɛt fɔ dis ivɛnt naw.',
  HOLD_EXPIRED: 'Di tɛm fɔ pe dɔn pas, ɛn di tikɛt dɛn dɔn go bak. Pik dɛn egen.',
  INSUFFICIENT_QUANTITY: 'Da kɔnt de nɔ lɛf igen. Pik smɔl.',
  INVALID_PHONE: 'Dis nɔto fon nɔmba we dɛn ebul kɔl. Rayt am lɛk 076 123456.',
  LIMIT_PER_ORDER: 'Da kɔnt de nɔ fit fɔ wan ɔda.',
  LINK_EXPIRED: 'Di tɛm fɔ dis link dɔn pas.',
  LINK_INACTIVE: 'Dis link nɔ de wok naw.',
  LINK_USED_UP: 'Dɛn dɔn yuz dis link dɔn.',
  ORDER_NOT_PAYABLE: 'Yu nɔ ebul pe fɔ dis ɔda igen.',
  PAYMENT_DECLINED: 'Di pement nɔ go tru. Wi nɔ tek natin.',
  PROMO_INVALID: 'Dis promo kod nɔ de wok fɔ dɛn tikɛt ya.',
  PROVIDER_UNAVAILABLE: 'Di pement nɔ de wok naw. Tray egen leta.',
  RATE_LIMITED: 'Bɔku pipul de aks naw. Wet smɔl ɛn tray egen.',
  SALES_BUSY: 'Bɔku bɔku pipul de bay naw. Tray egen.',
  SALES_CLOSED: 'Dɛn nɔ de sɛl dɛn tikɛt ya igen.',
  SALES_NOT_OPEN: 'Dɛn nɔ bigin sɛl dɛn tikɛt ya yet.',
  SERVICE_UNAVAILABLE: 'Di sava nɔ ebul naw. Tray egen leta.',
  SOLD_OUT: 'Dɛn tikɛt ya jɔs dɔn sɛl ɔl.',
};

/** What only the shop can mend: a buyer is told whom to tell, while `onError` has the code and the API's own words. */
const OF_THE_SHOP =
  /^(UNAUTHORIZED|INSUFFICIENT_SCOPE|(PUBLIC_KEY|ORIGIN|IP)_NOT_ALLOWED|TEST_ONLY|MERCHANT_SUSPENDED|PROP_\w+)$/;
const TELL_THE_SHOP = 'This does not work on this page. Please tell the shop.';
const TELL_THE_SHOP_KRIO = 'Dis nɔ de wok na dis pej. Duya tɛl di shɔp.';

/** Why something was refused, for people, in the language of the widget. With a test key whoever makes the page reads what they can mend. */
export function refusalIn(language: string, { code, message }: WidgetError, key = ''): string {
  const isKrio = /^kri\b/i.test(language);
  if (key.startsWith('pk_live_') && OF_THE_SHOP.test(code))
    return isKrio ? TELL_THE_SHOP_KRIO : TELL_THE_SHOP;
  return (isKrio ? KRIO : ENGLISH)[code] ?? message;
}
