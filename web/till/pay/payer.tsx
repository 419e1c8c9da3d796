import type { SalePayment } from '@cottontree/contract';
import { Smartphone } from 'lucide';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { t } from '../texts.ts';

/** Whose phone is asked for the money. */
export function PhoneField({
  phone,
  onPhone,
}: {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}): VNode {
  const id = useId();
  return (
    <div class="field panel-field">
      <label for={id}>{t.payerPhone}</label>
      <Input
        id={id}
        type="tel"
        class="input"
        inputMode="tel"
        autocomplete="off"
        autofocus
        maxLength={32}
        placeholder="076 123456"
        value={phone}
        onText={onPhone}
      />
      <small>{t.payerPhoneHint}</small>
    </div>
  );
}

/** How far money is that a customer sends, and what they do now. */
export function Standing({
  payment,
  waits,
}: {
  readonly payment: SalePayment | undefined;
  readonly waits: boolean;
}): VNode {
  const action = payment?.next_action;
  const code = action?.qr_payload ?? payment?.pay_url ?? null;
  if (!waits) return <p class="asked fault">{payment?.failure?.message ?? t.moneyNotCome}</p>;
  return (
    <div class="asked">
      {payment?.channel === 'qr' && code !== null ? (
        <span class="asked-qr">
          <Qr text={code} label={t.qrCode} />
        </span>
      ) : (
        <Icon of={Smartphone} size="l" />
      )}
      <p>{action?.message ?? (payment?.channel === 'qr' ? t.letScan : t.letConfirm)}</p>
      {action?.ussd_code && <p class="mono">{action.ussd_code}</p>}
      <Status of="payment" status={payment?.status ?? 'pending'} pill />
    </div>
  );
}
