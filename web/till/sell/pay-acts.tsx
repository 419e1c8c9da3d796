import { CreditCard, Split } from 'lucide';
import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Sum } from '../data/money.tsx';
import { cashDue } from '../cart/totals.ts';
import { go } from '../state/place.ts';
import { isOnline } from '../state/sending.ts';
import { cart, rules, totalMinor } from '../state/signals.ts';
import { flagProp } from '../../embed/frame.ts';
import { t as embedTexts } from '../embed/texts.ts';
import { t } from '../texts.ts';

/** The ways to pay; what cannot work now says so. */
export function PayActs(): VNode {
  const { lines, customer } = cart.value;
  const isNameless = flagProp('captureCustomer', false) && customer === null;
  const none = (lines.length === 0 && t.cartEmpty) || (isNameless && embedTexts.customerFirst);
  const off = none || (!isOnline.value && t.needsNetwork);
  return (
    <div class="pay">
      <Button kind="primary" class="pay-cash" off={none} onClick={() => go({ at: 'cash' })}>
        <span>{t.cash}</span>
        <Sum minor={cashDue(totalMinor.value, rules.value)} />
      </Button>
      {(['qr', 'mobile_money'] as const).map((channel) => (
        <Button
          key={channel}
          class={`pay-asked pay-${channel}`}
          off={off}
          onClick={() => go({ at: 'asked', channel })}
        >
          <span>{channel === 'qr' ? t.qrCode : t.mobileMoney}</span>
          {!isOnline.value && <small>{t.needsNetwork}</small>}
        </Button>
      ))}
      <Button class="pay-other" icon={CreditCard} off={none} onClick={() => go({ at: 'external' })}>
        {t.paidElsewhere}
      </Button>
      <Button class="pay-other pay-split" icon={Split} off={none} onClick={() => go({ at: 'split' })}>
        {t.split}
      </Button>
    </div>
  );
}
