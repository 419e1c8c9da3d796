import { formatTime, quantityOf, toMajor, type Receipt } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { presentSale, type SalePlace } from '../sales/present-sale.ts';
import { amountOf, linesOf, paymentsOf, type KeptPayment, type SaleLine } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import { readPosSettings, type PosSettingsRow } from '../settings/pos-settings.queries.ts';
import { refundsOfSale, type SaleRefundRow } from '../refunds/refunds.queries.ts';
import type { Pos } from '../module.ts';
import { findSeller, type SellerOnReceipt } from './receipts.queries.ts';

type ReceiptParts = {
  readonly seller: SellerOnReceipt;
  readonly settings: Pick<PosSettingsRow, 'receipt_header' | 'receipt_footer'>;
  readonly refunds: readonly SaleRefundRow[];
};

/** What the buyer of a sale takes home. */
function composeReceipt(
  row: SaleRow,
  { seller, settings, refunds }: ReceiptParts,
  place: SalePlace,
): Receipt {
  const sale = presentSale(row, place);
  const major = (minor: bigint): number => toMajor(minor, row.currency);
  return {
    sale_id: sale.id,
    number: sale.receipt_number,
    status: sale.status,
    store: storeOf(seller, settings),
    currency: sale.currency,
    time_zone: seller.time_zone,
    at: sale.occurred_at,
    staff: seller.staff_name,
    customer: sale.customer.name,
    lines: linesOf(row).map((line, at) => presentLine(line, sale.items[at]?.discount ?? null, major)),
    subtotal: sale.subtotal,
    discount: sale.discount,
    discount_total: sale.discount_total,
    taxes: sale.taxes,
    tax_total: sale.tax_total,
    service_charge: sale.service_charge,
    tip: sale.tip,
    cash_rounding: sale.cash_rounding,
    total: sale.total,
    to_pay: major(row.total + row.cash_rounding),
    payments: paymentsOf(row)
      .filter(({ verdict }) => verdict === 'kept')
      .map((payment) => presentPayment(payment, major)),
    amount_paid: sale.amount_paid,
    amount_due: sale.amount_due,
    change_due: sale.change_due,
    refunds: refunds.flatMap((refund) => presentRefund(refund, major)),
    amount_refunded: sale.amount_refunded,
    fiscal:
      sale.fiscal.status === 'signed'
        ? { number: sale.fiscal.number, signature: sale.fiscal.signature, qr: sale.fiscal.qr }
        : null,
    url: sale.receipt_url,
    livemode: sale.livemode,
  };
}

type Major = (minor: bigint) => number;

function storeOf(seller: SellerOnReceipt, settings: ReceiptParts['settings']): Receipt['store'] {
  return {
    name: seller.store_name,
    location: seller.location_name === seller.store_name ? null : seller.location_name,
    address: seller.address,
    phone: seller.phone,
    header_lines: [...settings.receipt_header, ...seller.receipt_lines],
    footer_lines: [...settings.receipt_footer],
  };
}

function presentLine(
  line: SaleLine,
  discount: Receipt['lines'][number]['discount'],
  major: Major,
): Receipt['lines'][number] {
  return {
    name: line.name,
    quantity: quantityOf(BigInt(line.quantity)),
    unit_price: major(
      line.modifiers.reduce(
        (sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity),
        BigInt(line.unit_price),
      ),
    ),
    modifiers: line.modifiers.map(({ name, quantity, price }) => ({
      name,
      quantity,
      price: major(BigInt(price)),
    })),
    components: (line.components ?? []).map(({ name, quantity }) => ({
      name,
      quantity: quantityOf(BigInt(quantity)),
    })),
    amount: major(BigInt(line.gross)),
    discount,
    note: line.note,
    refunded_quantity: quantityOf(BigInt(line.refunded)),
  };
}

function presentPayment(payment: KeptPayment, major: Major): Receipt['payments'][number] {
  return {
    channel: payment.channel,
    amount: major(amountOf(payment)),
    tendered: payment.tendered === null ? null : major(BigInt(payment.tendered)),
    change: major(BigInt(payment.change)),
    reference: payment.external_ref,
  };
}

/** What failed never came back to the buyer. */
function presentRefund(
  { id, amount, status, created_at: at }: SaleRefundRow,
  major: Major,
): Receipt['refunds'] {
  return status === 'failed'
    ? []
    : [
        {
          id,
          amount: major(amount),
          status: status === 'pending' ? 'pending' : 'succeeded',
          at: formatTime(at),
        },
      ];
}

/** The receipt of a sale as it stands. */
export async function readReceipt(module: Pos, sale: SaleRow): Promise<Receipt> {
  const tenant: Tenant = { merchantId: sale.merchant_id, livemode: sale.livemode };
  const runner = module.store.of(tenant);
  const [seller, settings, refunds] = await Promise.all([
    findSeller(runner, tenant, { locationId: sale.location_id, staffId: sale.staff_id }),
    readPosSettings(runner, tenant),
    refundsOfSale(runner, tenant, sale.id),
  ]);
  if (!seller) throw new Error(`The sale ${sale.id} has no location.`);
  return composeReceipt(sale, { seller, settings, refunds }, module);
}
