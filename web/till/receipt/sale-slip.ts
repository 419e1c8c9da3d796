import type { Location, PosSettings } from '@cottontree/contract';
import { phoneText } from '../../kit/format/phone.ts';
import { momentText } from '../../kit/format/time.ts';
import { quantityText, type CartLine } from '../cart/cart.ts';
import { changeOf, roundingOf } from '../cart/sale-body.ts';
import { totalsOf, unitWithModifiers } from '../cart/totals.ts';
import type { Rules } from '../cart/totals.ts';
import { figureText, sumText } from '../data/money.tsx';
import type { MadeSale } from '../data/till-store.ts';
import { t } from '../texts.ts';
import type { Slip, SlipRow } from './slip.ts';

export type Shop = {
  readonly location: Location | null;
  readonly settings: PosSettings | null;
  readonly rules: Rules;
  readonly livemode: boolean;
  readonly storeName: string;
};

/** The receipt of a sale that this till made, also without network. */
export function saleSlip(sale: MadeSale, { location, settings, rules, livemode, storeName }: Shop): Slip {
  const title = storeName;
  const header = (settings?.receipt_header ?? []).filter((line) => line !== title);
  const totals = totalsOf(sale.cart, rules);
  const minus = (minor: bigint): string => figureText(-Number(minor));
  const sums: SlipRow[] = [];
  if (totals.discountMinor > 0n || totals.tipMinor > 0n)
    sums.push({ left: t.subtotal, right: figureText(Number(totals.subtotalMinor)) });
  if (totals.discountMinor > 0n) sums.push({ left: t.discount, right: minus(totals.discountMinor) });
  for (const tax of totals.taxes)
    if (!tax.inclusive)
      sums.push({
        left: t.taxAdded(tax.name, percentText(tax.rate)),
        right: figureText(Number(tax.taxMinor)),
      });
  if (totals.tipMinor > 0n) sums.push({ left: t.tip, right: figureText(Number(totals.tipMinor)) });
  sums.push({ left: t.total, right: sumText(sale.totalMinor), strong: true });
  const rounding = roundingOf(sale.payments);
  if (rounding !== 0) sums.push({ left: t.rounding, right: figureText(rounding) });
  return {
    title,
    head: [
      ...header,
      ...(location && location.name !== title ? [location.name] : []),
      ...(location?.address?.split('\n') ?? []),
      ...(location?.phone ? [phoneText(location.phone)] : []),
      ...(location?.receipt_lines ?? []),
    ],
    banners: livemode ? [] : [t.testReceipt],
    parts: [
      [
        { left: t.receipt, right: sale.number },
        { left: momentText(sale.occurredAt), right: sale.staffName },
        ...(sale.cart.customer ? [{ left: t.customer, right: sale.cart.customer.name }] : []),
      ],
      sale.cart.lines.flatMap((line, at) => lineRows(line, Number(totals.lines[at]?.grossMinor ?? 0n))),
      sums,
      paidRows(sale),
      totals.taxes
        .filter(({ inclusive }) => inclusive)
        .map((tax) => ({
          left: t.taxIncluded(tax.name, percentText(tax.rate)),
          right: figureText(Number(tax.taxMinor)),
        })),
    ],
    foot: settings?.receipt_footer ?? [],
    qr: null,
  };
}

function percentText(rate: bigint): string {
  return `${Number(rate) / 10_000} %`;
}

function lineRows(line: CartLine, grossMinor: number): readonly SlipRow[] {
  const rows: SlipRow[] = [{ left: line.name, right: figureText(grossMinor) }];
  if (line.quantityMilli !== 1000)
    rows.push({
      left: `  ${quantityText(line.quantityMilli)} ${line.unit ?? 'x'} ${figureText(unitWithModifiers(line))}`,
      right: '',
    });
  for (const { name, quantity, priceMinor } of line.modifiers)
    rows.push({
      left: `  + ${quantity === 1 ? '' : `${quantity} x `}${name} ${figureText(priceMinor)}`,
      right: '',
    });
  if (line.discount)
    rows.push({
      left: `  ${t.off(line.discount.type === 'percent' ? `${line.discount.value / 10_000} %` : figureText(line.discount.value))}`,
      right: '',
    });
  if (line.note !== '') rows.push({ left: `  ${line.note}`, right: '' });
  return rows;
}

function paidRows({ payments }: MadeSale): readonly SlipRow[] {
  const change = changeOf(payments);
  const rows = payments.map((payment) =>
    payment.channel === 'cash'
      ? { left: t.cash, right: figureText(payment.tenderedMinor) }
      : { left: `${t.elsewhere} ${payment.reference}`.trim(), right: figureText(payment.amountMinor) },
  );
  return change === 0 ? rows : [...rows, { left: t.change, right: sumText(change) }];
}
