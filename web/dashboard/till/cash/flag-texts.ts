import type { DrawerEntryKind, DrawerFlag } from '@cottontree/contract';
import { texts } from '../../../kit/text/texts.ts';

type Words = Readonly<Record<DrawerEntryKind | `flag_${DrawerFlag}` | 'lookAt', string>> & {
  readonly more: (count: number) => string;
};

/** What was done at a drawer without network, and what about it should be looked at. */
export const flagTexts = texts<Words>(
  {
    lookAt: 'To look at: the till did this without network',
    more: (count: number) => `And ${count.toLocaleString('en')} more.`,
    opening: 'Opened',
    movement: 'Put in or taken out',
    refund: 'Given back',
    closing: 'Counted and closed',
    flag_permission: 'Who did it was not allowed to.',
    flag_staff_differs: 'Somebody else handed it in.',
    flag_foreign_terminal: "It names another's till.",
    flag_clock_skew: "The till's clock is off, or it is older than 30 days.",
    flag_closed_session: 'The drawer was closed when this arrived.',
    flag_closed_before: 'Another drawer was open here. It was closed without a count.',
    flag_totals_differ:
      'More or less was given than the sale had left. The rest is noted as put in or taken out.',
    flag_refund_exceeds: 'The sale had nothing left to give back. The cash is noted as taken out.',
    flag_unknown_sale: 'The sale is not known. The cash is noted as taken out.',
  },
  {
    lookAt: 'Fɔ luk: di til du dis we nɛtwɔk nɔ de',
    more: (count: number) => `Ɛn ${count} mɔ.`,
    opening: 'Opin',
    movement: 'Put insay ɔ pul',
    refund: 'Gi bak',
    closing: 'Kɔnt ɛn lɔk',
    flag_permission: 'Di pɔsin we du am nɔ gɛt rayt.',
    flag_staff_differs: 'Na ɔda pɔsin briŋ am.',
    flag_foreign_terminal: 'I kɔl ɔda pɔsin in til.',
    flag_clock_skew: 'Di til in klɔk nɔ rayt, ɔ i dɔn pas 30 de.',
    flag_closed_session: 'Di drɔa bin dɔn lɔk we dis rich.',
    flag_closed_before: 'Ɔda drɔa bin opin ya. I lɔk, nɔbɔdi nɔ kɔnt am.',
    flag_totals_differ: 'Wetin dɛn gi nɔ mach wetin lɛf pan di sel. Di lɛf wan rayt lɛk put insay ɔ pul.',
    flag_refund_exceeds: 'Natin nɔ lɛf pan di sel fɔ gi bak. Di kash rayt lɛk wetin pul.',
    flag_unknown_sale: 'Wi nɔ sabi di sel. Di kash rayt lɛk wetin pul.',
  },
);
