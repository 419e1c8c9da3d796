import * as contract from '@cottontree/contract';
import { expect, test } from 'vitest';
import { statuses, type StatusOf } from './statuses.ts';

/** Which list of the contract each kind of thing has its statuses from. */
const LISTS: Readonly<Partial<Record<StatusOf, readonly string[]>>> = {
  event: contract.eventStatuses,
  ticket_type: contract.ticketTypeStatuses,
  ticket: contract.ticketStatuses,
  waitlist: contract.waitlistStatuses,
  order: contract.ticketOrderStatuses,
  claim: contract.claimStatuses,
  import: contract.importStatuses,
  import_row: contract.importRowStatuses,
  refund: contract.refundStatuses,
  link: contract.paymentLinkStatuses,
  payout: contract.payoutStatuses,
  provider: contract.providerAccountStatuses,
  job: contract.webhookJobStates,
  webhook: contract.webhookDeliveryStatuses,
  notice: contract.noticeStatuses,
  cash_session: contract.cashSessionStatuses,
  fiscal: contract.fiscalStatuses,
  stock_count: contract.stockCountStatuses,
  stock_transfer: contract.stockTransferStatuses,
  recurring: contract.recurringStatuses,
  credit: contract.creditRefundStatuses,
  deposit: contract.depositStatuses,
  rate_card: contract.rateCardStatuses,
  incident: contract.incidentStatuses,
};

test.each(Object.entries(LISTS))('every status of %s has its shape, and no other one', (of, words) => {
  expect(Object.keys(statuses[of as StatusOf]).toSorted()).toEqual([...words].toSorted());
});
