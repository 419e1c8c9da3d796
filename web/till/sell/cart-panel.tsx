import { ArrowLeft, Pause, Percent, UserPlus, UserRound } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { quantityText, type CartLine } from '../cart/cart.ts';
import { unitWithModifiers } from '../cart/totals.ts';
import { Sum, sumText } from '../data/money.tsx';
import { nextNumber } from '../state/sending.ts';
import { cart, may, totals } from '../state/signals.ts';
import { receiptNumber } from '../state/selling.ts';
import { t } from '../texts.ts';
import { CustomerSheet } from './customer-sheet.tsx';
import { DiscountSheet } from './discount-sheet.tsx';
import { HeadChip } from './head-chip.tsx';
import { LineSheet } from './line-sheet.tsx';
import { ParkSheet } from './park-sheet.tsx';
import { PayActs } from './pay-acts.tsx';
import { Sums } from './sums.tsx';
import './cart-panel.css';

type Sheet = 'customer' | 'park' | 'discount' | { readonly line: string } | null;

/** The sale as it grows, and the ways to pay for it; on a phone a step of its own, with a way back. */
export function CartPanel({ onBack }: { readonly onBack?: () => void }): VNode {
  const [sheet, setSheet] = useState<Sheet>(null);
  const { lines, customer } = cart.value;
  const close = (): void => setSheet(null);
  const acts = (
    <span class="row cart-acts">
      <Button size="s" icon={customer ? UserRound : UserPlus} onClick={() => setSheet('customer')}>
        {customer?.name ?? t.customer}
      </Button>
      <Button size="s" icon={Pause} onClick={() => setSheet('park')}>
        {t.park}
      </Button>
    </span>
  );
  const edited =
    sheet !== null && typeof sheet === 'object' ? lines.find(({ key }) => key === sheet.line) : undefined;
  return (
    <section class="cart" aria-label={t.sale}>
      <header class="cart-head">
        {onBack && <Button kind="ghost" icon={ArrowLeft} label={common.back} onClick={onBack} />}
        <h2>{t.saleNumber(receiptNumber(nextNumber.value))}</h2>
        {onBack ? <HeadChip /> : acts}
      </header>
      {lines.length === 0 ? (
        <p class="cart-none quiet">{t.cartEmpty}</p>
      ) : (
        <ul class="cart-lines" aria-label={t.inCart} tabIndex={0}>
          {lines.map((line) => (
            <li key={line.key}>
              <Line line={line} net={netOf(line)} onEdit={() => setSheet({ line: line.key })} />
            </li>
          ))}
        </ul>
      )}
      <footer class="cart-foot">
        <Sums />
        {onBack && acts}
        {lines.length > 0 && may('discount') && (
          <Button
            kind="ghost"
            size="s"
            icon={Percent}
            class="cart-discount"
            onClick={() => setSheet('discount')}
          >
            {cart.value.discount === null ? t.discountWhole : t.discountChange}
          </Button>
        )}
        <PayActs />
      </footer>
      {edited && <LineSheet line={edited} onClose={close} />}
      {sheet === 'customer' && <CustomerSheet onClose={close} />}
      {sheet === 'park' && <ParkSheet onClose={close} />}
      {sheet === 'discount' && <DiscountSheet onClose={close} />}
    </section>
  );
}

/** What a line costs less its own discount; that of the whole stands below. */
function netOf(line: CartLine): number {
  const at = cart.value.lines.indexOf(line);
  const figures = totals.value.lines[at];
  return figures ? Number(figures.grossMinor - figures.discountMinor) : 0;
}

function Line({
  line,
  net,
  onEdit,
}: {
  readonly line: CartLine;
  readonly net: number;
  readonly onEdit: () => void;
}): VNode {
  const details = [
    ...line.modifiers.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)),
    ...(line.stepMilli % 1000 === 0 || line.productId === null
      ? []
      : [t.unitAt(line.unit ?? '', sumText(unitWithModifiers(line)))]),
    ...(line.discount === null ? [] : [discountText(line)]),
    ...(line.note === '' ? [] : [line.note]),
  ];
  const quantity =
    line.stepMilli % 1000 === 0 ? quantityText(line.quantityMilli) : (line.quantityMilli / 1000).toFixed(3);
  return (
    <button type="button" class="cart-line" onClick={onEdit}>
      <span class={`cart-quantity ${quantity.length > 4 ? 'long' : ''}`}>{quantity}</span>
      <span class="cart-name">
        {line.name}
        {details.map((detail) => (
          <small key={detail}>{detail}</small>
        ))}
      </span>
      <b>
        <Sum minor={net} />
      </b>
    </button>
  );
}

/** `5 % off: regular`. */
export function discountText({ discount }: Pick<CartLine, 'discount'>): string {
  if (discount === null) return '';
  const amount = discount.type === 'percent' ? `${discount.value / 10_000} %` : sumText(discount.value);
  return discount.reason === '' ? t.off(amount) : t.offFor(amount, discount.reason);
}
