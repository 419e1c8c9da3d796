import { texts } from '../../kit/text/texts.ts';

/** What the pages of Payments are called; the shell names them before any is loaded. */
export const pageNames = texts(
  {
    payments: 'Payments',
    links: 'Links',
    refunds: 'Refunds',
    balance: 'Balance',
    payouts: 'Payouts',
    reconciliation: 'Reconciliation',
  },
  {
    payments: 'Pement',
    links: 'Link',
    refunds: 'Rifɔnd',
    balance: 'Balans',
    payouts: 'Peawt',
    reconciliation: 'Chɛk di buk',
  },
);
