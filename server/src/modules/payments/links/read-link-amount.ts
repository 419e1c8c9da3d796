import { formatMoney, toMajor } from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { LinkRow } from './links.queries.ts';

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
