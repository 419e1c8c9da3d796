import type { SalePayment } from '@cottontree/contract';
import { Smartphone } from 'lucide';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { Said, Status } from '../../kit/parts/status.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { t } from '../texts.ts';

/** Whose phone is asked for the money. */
export function PhoneField({
  phone,
  onPhone,
  again = false,
}: {
  readonly phone: string;
  /** It was asked before: nothing opens a keyboard over what came of that. */ readonly again?: boolean;
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
        autofocus={!again}
        maxLength={32}
        placeholder="076 123456"
        value={phone}
        onText={onPhone}
      />
      <small>{t.payerPhoneHint}</small>
    </div>
  );
}

type StatusProps = Pick<SalePayment, 'status'> & { /** In a narrow row. */ readonly brief?: boolean };

/** How far money is, as the cashier waits for it. */
export function PaymentStatus({ status, brief = false }: StatusProps): VNode {
  if (status !== 'created' && status !== 'requires_action') return <Status of="payment" status={status} />;
  const [meaning, glyph] = lookOf('payment', status);
  return (
    <Said meaning={meaning} glyph={glyph}>
      {brief ? t.waits : t.waitsForPayer}
    </Said>
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
  if (!waits)
    return (
      <p class="asked-failed">
        <span class="fault">{payment?.failure?.message ?? t.moneyNotCome}</span> {t.askedFailed}
      </p>
    );
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
      {payment && <PaymentStatus status={payment.status} />}
    </div>
  );
}
