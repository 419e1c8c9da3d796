import type { CodStatus } from '@cottontree/contract';
import type { Entry, Posting } from '../../ledger/index.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';

/** The accounts that cash on delivery passes through. */
export const CASH_ACCOUNTS = Object.freeze({
  courier: (driverId: string | null) => `courier_cash:${driverId ?? 'none'}`,
  office: 'office_cash',
  merchant: 'merchant_payable',
});

/** The way of the cash; a dispute stands still between collected and deposited. */
const WAY: readonly CodStatus[] = ['to_collect', 'collected', 'deposited', 'settled'];

type Step = {
  readonly kind: string;
  readonly entries: (amount: bigint, courier: string) => readonly Entry[];
};

/** What is written when the cash reaches a status. */
const STEPS: Readonly<Partial<Record<CodStatus, Step>>> = {
  collected: {
    kind: 'cod.collected',
    entries: (amount, courier) => [
      { account: courier, amount },
      { account: CASH_ACCOUNTS.merchant, amount: -amount },
    ],
  },
  deposited: {
    kind: 'cod.deposited',
    entries: (amount, courier) => [
      { account: CASH_ACCOUNTS.office, amount },
      { account: courier, amount: -amount },
    ],
  },
  settled: {
    kind: 'cod.settled',
    entries: (amount) => [
      { account: CASH_ACCOUNTS.merchant, amount },
      { account: CASH_ACCOUNTS.office, amount: -amount },
    ],
  },
};

/** What a change of a delivery writes into the ledger: one transaction for each step that its cash takes. */
export function cashPostings(row: DeliveryRow, change: DeliveryChange): readonly Posting[] {
  // What a payment settles passes through nobody's hands; the payment itself stands in the ledger.
  if (row.cod_amount === 0n || change.cod_payment_id !== null) return [];
  // Collected by whoever carried it, also where the change itself names the courier.
  const courier = CASH_ACCOUNTS.courier(row.driver_id ?? change.driver_id);
  const before =
    row.cod_status === 'settled' && change.cod_status === 'collected' ? 'to_collect' : row.cod_status;
  return cashStepsBetween(before, change.cod_status).flatMap((status): readonly Posting[] => {
    const step = STEPS[status];
    if (!step) return [];
    return [
      {
        id: `ltx_${row.job_number}_${status}`,
        kind: step.kind,
        subject: row.job_number,
        currency: row.currency,
        at: change.updated_at,
        entries: step.entries(row.cod_amount, courier),
      },
    ];
  });
}

/** The statuses that cash enters on its way, none where it does not go on. */
export function cashStepsBetween(from: CodStatus, to: CodStatus): readonly CodStatus[] {
  const [before, after] = [placeOf(from), placeOf(to)];
  return before === null || after === null ? [] : WAY.slice(before + 1, after + 1);
}

function placeOf(status: CodStatus): number | null {
  const place = WAY.indexOf(status === 'disputed' ? 'collected' : status);
  return place < 0 ? null : place;
}
