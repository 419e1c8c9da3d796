import type { DrawerFlag, SaleFlag } from '@cottontree/contract';
import { texts } from '../kit/text/texts.ts';
import { wordsOf } from '../kit/format/words.ts';

/** What is to be looked at about a sale, for people; the words are the server's flags. */
const flags = texts<Readonly<Record<SaleFlag | DrawerFlag, string>>>(
  {
    price_changed: 'It was sold at another price than the catalogue has now.',
    tax_changed: 'It was taxed in another way than the catalogue says now.',
    oversold: 'More was sold than the stock had. Count it.',
    closed_session: 'The drawer was closed when this arrived.',
    clock_skew: 'The clock of this till is off.',
    totals_differ: 'The figures do not add up as the server reckons.',
    unknown_item: 'The catalogue does not have something that was sold.',
    late_payment: 'The money came after its time.',
    staff_differs: 'Somebody else handed it in than who sold it.',
    permission: 'Who sold it was not allowed to do all of it.',
    foreign_terminal: 'It names another till.',
    unknown_customer: 'The customer is not known.',
    unknown_location: 'The location is not known.',
    quantity_step: 'It was sold in parts that the catalogue does not allow.',
    closed_before: 'The server had another drawer open here. It was closed without a count.',
    refund_exceeds: 'The sale had nothing left to give back. The cash is noted as taken out.',
    unknown_sale: 'The server does not know the sale. The cash is noted as taken out.',
  },
  {
    price_changed: 'Dɛn sɛl am fɔ ɔda prays pas wetin de na di list naw.',
    tax_changed: 'Di taks we dɛn put nɔ bi lɛk wetin di list se naw.',
    oversold: 'Dɛn sɛl pas wetin bin de na di stɔk. Kɔnt am.',
    closed_session: 'Di drɔa dɔn lɔk we dis sel rich.',
    clock_skew: 'Di klɔk na dis til nɔ rayt.',
    totals_differ: 'Di mɔni nɔ ad ɔp lɛk aw di sɔva kɔnt am.',
    unknown_item: 'Sɔntin we dɛn sɛl nɔ de na di list.',
    late_payment: 'Di mɔni kam let.',
    staff_differs: 'Na ɔda pɔsin sɛn am, nɔto di wan we sɛl am.',
    permission: 'Di pɔsin we sɛl am nɔ gɛt rayt fɔ du ɔl.',
    foreign_terminal: 'I kɔl ɔda til in nem.',
    unknown_customer: 'Wi nɔ sabi di kɔstɔma.',
    unknown_location: 'Wi nɔ sabi di ples.',
    quantity_step: 'Dɛn sɛl am insay pat we di list nɔ gri.',
    closed_before: 'Di sɔva bin gɛt ɔda drɔa we opin na ya. I lɔk am, nɔbɔdi nɔ kɔnt am.',
    refund_exceeds: 'Natin nɔ lɛf pan di sel fɔ gi bak. Dɛn rayt di kash lɛk wetin kɔmɔt.',
    unknown_sale: 'Di sɔva nɔ sabi di sel. Dɛn rayt di kash lɛk wetin kɔmɔt.',
  },
);

export function flagText(flag: string): string {
  return Object.hasOwn(flags, flag) ? flags[flag as SaleFlag | DrawerFlag] : wordsOf(flag);
}
