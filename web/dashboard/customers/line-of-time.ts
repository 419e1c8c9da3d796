import type { Customer } from '@cottontree/contract';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { RowOf } from '../../kit/list/list-page.tsx';
import type { StatusOf } from '../../kit/parts/statuses.ts';
import { customersTexts as t } from './texts.ts';

export type Kind = 'sale' | 'invoice' | 'payment' | 'delivery';

/** One thing that was done with a customer. */
export type Dealing = {
  readonly kind: Kind & StatusOf;
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  /** What it was about. */
  readonly more: string;
};

export type LineOfTime = {
  readonly dealings: readonly Dealing[];
  /** How many of each there are in all; null where the role does not show them. */
  readonly totals: Readonly<Record<Kind, number | null>>;
  readonly loading: boolean;
  readonly fault: string | null;
  /** Reads further back; null where all is shown. */
  readonly readMore: (() => void) | null;
};

const FIRST = 20;
const MOST = 100;
/** What a list looks for is no longer: few addresses are. */
const WORD_LENGTH_MAX = 100;

/** Sales, invoices, payments and deliveries of a customer, newest first; those that name nobody by id are found by the phone. */
export function useLineOfTime({ id, phone, email }: Customer): LineOfTime {
  const [limit, setLimit] = useState(FIRST);
  const who = phone ?? email;
  const sales = useCall(client.listSales, may('pos:read') ? { query: { customer_id: id, limit } } : null);
  const invoices = useCall(
    client.listInvoices,
    may('invoices:read') ? { query: { customer_id: id, limit } } : null,
  );
  const payments = useCall(
    client.listPayments,
    may('payments:read') && who !== null && who.length <= WORD_LENGTH_MAX
      ? { query: { q: who, limit } }
      : null,
  );
  const deliveries = useCall(
    client.listDeliveries,
    may('shipping:read') && phone !== null ? { query: { recipient_phone: phone, limit } } : null,
  );
  const all = [sales, invoices, payments, deliveries];
  const hasMore = all.some(({ answer }) => answer?.meta.has_next_page === true);
  const dealings = [
    ...(sales.answer?.data ?? []).map(saleDealing),
    ...(invoices.answer?.data ?? []).map(invoiceDealing),
    ...(payments.answer?.data ?? []).map(paymentDealing),
    ...(deliveries.answer?.data ?? []).map(deliveryDealing),
  ];
  const [saleCount, invoiceCount, paymentCount, deliveryCount] = all.map(
    ({ answer }) => answer?.meta.total ?? null,
  );
  return {
    dealings: wholeUntil(
      dealings,
      all.map(({ answer }) => answer),
    ),
    totals: {
      sale: saleCount ?? null,
      invoice: invoiceCount ?? null,
      payment: paymentCount ?? null,
      delivery: deliveryCount ?? null,
    },
    loading: all.some(({ loading }) => loading),
    fault: all.find(({ error }) => error)?.error?.message ?? null,
    readMore: hasMore && limit < MOST ? () => setLimit(MOST) : null,
  };
}

type Listed = {
  readonly meta: { readonly has_next_page: boolean };
  readonly data: readonly { readonly created_at: string }[];
};

/** Newest first, and only as far back as every list reaches: nothing may seem missing between two that are shown. */
function wholeUntil(
  dealings: readonly Dealing[],
  lists: readonly (Listed | undefined)[],
): readonly Dealing[] {
  const ends = lists.flatMap((list) =>
    list?.meta.has_next_page ? [list.data.at(-1)?.created_at ?? ''] : [],
  );
  const from = ends.reduce((latest, end) => (end > latest ? end : latest), '');
  return dealings.filter(({ at }) => at >= from).toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function saleDealing(sale: RowOf<'listSales'>): Dealing {
  return {
    kind: 'sale',
    id: sale.id,
    name: `${t.sale} ${sale.receipt_number ?? sale.number ?? ''}`.trim(),
    at: sale.created_at,
    status: sale.status,
    amount: sale.total,
    currency: sale.currency,
    more: sale.items.map(({ name }) => name).join(', '),
  };
}

function invoiceDealing(invoice: RowOf<'listInvoices'>): Dealing {
  return {
    kind: 'invoice',
    id: invoice.id,
    name: `${t.invoice} ${invoice.number ?? ''}`.trim(),
    at: invoice.created_at,
    status: invoice.status,
    amount: invoice.total,
    currency: invoice.currency,
    more: '',
  };
}

function paymentDealing(payment: RowOf<'listPayments'>): Dealing {
  return {
    kind: 'payment',
    id: payment.id,
    name: t.payment,
    at: payment.created_at,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    more: payment.description ?? payment.reference ?? '',
  };
}

function deliveryDealing(delivery: RowOf<'listDeliveries'>): Dealing {
  return {
    kind: 'delivery',
    id: delivery.job_number,
    name: `${t.delivery} ${delivery.job_number}`,
    at: delivery.created_at,
    status: delivery.status,
    amount: delivery.cod_amount,
    currency: delivery.currency,
    more: `${delivery.delivery_address}, ${delivery.delivery_city}`,
  };
}
