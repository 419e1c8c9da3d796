import { Banknote, CreditCard, QrCode, Smartphone } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { useSettled } from '../../kit/parts/use-settled.ts';
import { common } from '../../kit/text/common.ts';
import { cashDue } from '../cart/totals.ts';
import { sumText } from '../data/money.tsx';
import { isOnline } from '../state/sending.ts';
import { cart, rules } from '../state/signals.ts';
import type { Part } from '../state/split-sale.ts';
import { t } from '../texts.ts';
import { AmountInput } from './amount-input.tsx';
import { PhoneField } from './payer.tsx';

type NextPartProps = {
  readonly leftMinor: number;
  readonly busy: boolean;
  readonly onPart: (part: Part) => void;
};

/** How much comes next, and how. */
export function NextPart({ leftMinor, busy, onPart }: NextPartProps): VNode {
  const [minor, setMinor] = useState<number | null>(null);
  const [wrong, setWrong] = useState(false);
  const [asking, setAsking] = useState(false);
  const settling = !useSettled();
  const amount = minor ?? leftMinor;
  // Left empty it is all that is left; what is no amount is nobody's wish.
  const none = (wrong && common.noAmount) || (amount <= 0 && t.notEnough);
  const over = none || (amount > leftMinor && t.tooMuch);
  const offline = over || (!isOnline.value && t.needsNetwork);
  if (asking)
    return (
      <AskPhone
        amountMinor={amount}
        busy={busy}
        onBack={() => setAsking(false)}
        onPhone={(phone) => onPart({ channel: 'mobile_money', amountMinor: amount, phone })}
      />
    );
  return (
    <div class="split-next">
      <AmountInput
        label={t.nextPart}
        minor={minor}
        onMinor={(next, isWrong) => (setMinor(next), setWrong(isWrong))}
        hint={t.nextPartHint}
      />
      <div class="split-ways">
        <Button
          icon={Banknote}
          busy={busy}
          settling={settling}
          off={none || cashFault(minor, leftMinor)}
          onClick={() => onPart(cashPart(minor, leftMinor))}
        >
          {t.cash}
        </Button>
        <Button
          icon={CreditCard}
          busy={busy}
          settling={settling}
          off={over}
          onClick={() => onPart({ channel: 'external', amountMinor: amount, reference: '' })}
        >
          {t.elsewhere}
        </Button>
        <Button
          class="pay-qr"
          icon={QrCode}
          busy={busy}
          settling={settling}
          off={offline}
          onClick={() => onPart({ channel: 'qr', amountMinor: amount, phone: '' })}
        >
          {t.qrCode}
        </Button>
        <Button
          class="pay-mobile_money"
          icon={Smartphone}
          busy={busy}
          off={offline}
          onClick={() => setAsking(true)}
        >
          {t.mobileMoney}
        </Button>
      </div>
    </div>
  );
}

type AskPhoneProps = {
  readonly amountMinor: number;
  readonly busy: boolean;
  readonly onPhone: (phone: string) => void;
  readonly onBack: () => void;
};

function AskPhone({ amountMinor, busy, onPhone, onBack }: AskPhoneProps): VNode {
  const [phone, setPhone] = useState(cart.value.customer?.phone ?? '');
  return (
    <div class="split-next">
      <PhoneField phone={phone} onPhone={setPhone} />
      <div class="split-ways asks">
        <Button onClick={onBack}>{t.anotherWay}</Button>
        <Button
          kind="primary"
          icon={Smartphone}
          busy={busy}
          off={phone.trim() === '' && t.phoneFirst}
          onClick={() => onPhone(phone.trim())}
        >
          {t.askFor(sumText(amountMinor))}
        </Button>
      </div>
    </div>
  );
}

/** Cash for a part, or for the rest: then what is too much goes back, and the smallest coin decides. */
function cashPart(minor: number | null, leftMinor: number): Part {
  const due = cashDue(leftMinor, rules.value);
  const given = minor ?? due;
  if (given < due) return { channel: 'cash', amountMinor: given, tenderedMinor: given, roundingMinor: 0 };
  return { channel: 'cash', amountMinor: leftMinor, tenderedMinor: given, roundingMinor: due - leftMinor };
}

/** A part that no coins make would be rounded, and the customer told another sum than they gave. */
function cashFault(minor: number | null, leftMinor: number): string | false {
  const coin = rules.value.cashIncrementMinor;
  if (minor === null || minor >= cashDue(leftMinor, rules.value) || coin <= 1) return false;
  return minor % coin !== 0 && t.inCoins(sumText(coin));
}
