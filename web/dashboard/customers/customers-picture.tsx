import type { VNode } from 'preact';
import { shopCurrency } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Face } from '../../kit/parts/note.tsx';
import { GlyphShape } from '../../kit/parts/status.tsx';
import { customersTexts as t } from './texts.ts';

/** What a customer's page is in use: everything with one person on one line of time. */
export function CustomersPicture(): VNode {
  const sum = (amount: number): string => moneyText(amount, shopCurrency());
  const what = [t.pictureSale(sum(350)), t.pictureInvoice(sum(1240)), t.pictureParcel];
  return (
    <ul class="empty-rows">
      <li class="head">
        <Face initials="FB" />
        <span class="grow">
          <b>Fatmata Bangura</b>
          <small>+232 76 204 118</small>
        </span>
      </li>
      {what.map((one) => (
        <li class="good">
          <GlyphShape glyph="tick" />
          <span class="grow">{one}</span>
        </li>
      ))}
    </ul>
  );
}
