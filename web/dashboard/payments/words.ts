import { texts } from '../../kit/text/texts.ts';
import { wordsOf } from '../../kit/format/words.ts';

const channels = texts(
  {
    qr: 'QR',
    nfc: 'Tap',
    hosted: 'Pay page',
    mobile_money: 'Mobile money',
    card: 'Card',
    cash: 'Cash',
    external: 'Another way',
  },
  {
    qr: 'QR',
    nfc: 'Tɔch',
    hosted: 'Pe pej',
    mobile_money: 'Mobayl mɔni',
    card: 'Kad',
    cash: 'Kash',
    external: 'Ɔda we',
  },
);

/** How somebody pays, in words. */
export function channelText(channel: string): string {
  return (channels as Readonly<Record<string, string>>)[channel] ?? wordsOf(channel);
}

/** Ways of paying that a list can be narrowed to. */
export const channelNames = ['qr', 'nfc', 'hosted', 'mobile_money', 'card', 'cash', 'external'] as const;
/** Companies that money comes through, by their own names. */
export const providerNames: Readonly<Record<string, string>> = {
  test: 'Test',
  cash: 'Cash',
  manual: 'By hand',
  monime: 'Monime',
  orange_money: 'Orange Money',
  mtn_momo: 'MTN MoMo',
  stripe: 'Stripe',
  generic_http: 'Own connection',
};
