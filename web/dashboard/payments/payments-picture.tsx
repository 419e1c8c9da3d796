import type { VNode } from 'preact';
import { shopCurrency } from '../../kit/data/session.ts';
import { Money } from '../../kit/parts/money.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { paymentTexts as t } from './texts.ts';
import './payments.css';

const SHOWN = [
  { name: 'Fatmata Bangura', initials: 'FB', amount: 150.5, status: 'succeeded' },
  { name: 'Sorie Conteh', initials: 'SC', amount: 1240, status: 'processing' },
  { name: 'Isatu Kanu', initials: 'IK', amount: 500, status: 'succeeded' },
] as const;

/** What the list is in use: who paid, for what, and how far it has come. */
export function PaymentsPicture(): VNode {
  const what = t.pictureOf.split('|');
  return (
    <ul class="empty-rows">
      {SHOWN.map(({ name, initials, amount, status }, at) => (
        <li>
          <Face initials={initials} />
          <span class="grow">
            <b>{name}</b>
            <small>{what[at]}</small>
          </span>
          <span class="end">
            <Money amount={amount} currency={shopCurrency()} />
            <Status of="payment" status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
