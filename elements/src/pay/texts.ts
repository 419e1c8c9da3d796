import { inLanguage, type Widened } from '../core/in-language.ts';

const english = {
  pay: (sum: string) => `Pay ${sum}`,
  payAny: 'Pay',
  paying: 'Payment is open',
  paid: (sum: string) => `Paid ${sum}`,
  payment: 'Payment',
  close: 'Close',
  test: 'Test mode: nothing is charged',
  openPage: 'Open the page',
  cannotReach: 'The shop cannot be reached just now. Look at your connection and try again.',
  ended: {
    failed: 'The payment did not go through. Nothing was taken.',
    cancelled: 'The payment was cancelled. Nothing was taken.',
    expired: 'The time for this payment is over. Nothing was taken.',
  },
  opening: 'Opening',
  notShown:
    'This does not open here. It opens in a window of its own, and this page notices when you are done.',
} as const;
export type PayTexts = Widened<typeof english>;

const krio: PayTexts = {
  pay: (sum) => `Pe ${sum}`,
  payAny: 'Pe',
  paying: 'Di pement opin',
  paid: (sum) => `Dɔn pe ${sum}`,
  payment: 'Pement',
  close: 'Lɔk',
  test: 'Tɛst: wi nɔ de tek ɛni mɔni',
  openPage: 'Opin di pej',
  cannotReach: 'Wi nɔ ebul fɔ rich di shɔp naw. Luk yu kɔnɛkshɔn ɛn tray egen.',
  ended: {
    failed: 'Di pement nɔ go tru. Wi nɔ tek natin.',
    cancelled: 'Di pement dɔn kansul. Wi nɔ tek natin.',
    expired: 'Di tɛm fɔ dis pement dɔn dɔn. Wi nɔ tek natin.',
  },
  opening: 'I de opin',
  notShown: 'Dis nɔ de opin na ya. I de opin na in yon winda, ɛn dis pej go no we yu dɔn.',
};

/** What buyers read where they pay, until our own page says it. */
export const payTexts = inLanguage<PayTexts>(english, krio);

/** How a payment ended that did not succeed. */
export function endedIn({ ended }: PayTexts, status: string): string {
  return status === 'cancelled' || status === 'expired' ? ended[status] : ended.failed;
}
