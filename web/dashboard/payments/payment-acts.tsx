import { ReceiptText, RefreshCw, Undo2 } from 'lucide';
import { limits as confirmLimits } from 'form:confirmPayment';
import { limits as refundLimits } from 'form:createRefund';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { fetchFile, saveFile } from '../../kit/data/files.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { plainAmount } from '../../kit/form/plain-amount.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { hrefOf } from '../../kit/list/address.ts';
import { hrefOfId } from '../shell/things.ts';
import type { PaymentData } from './payment-data.ts';
import { paymentTexts as t } from './texts.ts';

const OPEN = new Set(['created', 'requires_action', 'processing']);
const BY_HAND = new Set(['cash', 'external']);

/** What can be done about a payment as it stands. */
export function PaymentActs({ payment }: { readonly payment: PaymentData }): VNode {
  const [asking, setAsking] = useState<'refund' | 'cancel' | 'confirm' | null>(null);
  const ask = useAct(client.confirmPayment);
  const isOpen = OPEN.has(payment.status);
  const owner = refundedAt(payment);
  const close = (): void => setAsking(null);
  return (
    <>
      {isOpen &&
        may('payments:write') &&
        (BY_HAND.has(payment.channel) ? (
          <Button kind="primary" onClick={() => setAsking('confirm')}>
            {t.confirm}
          </Button>
        ) : (
          <Button
            icon={RefreshCw}
            busy={ask.busy}
            onClick={() => void ask.run({ params: { id: payment.id } })}
          >
            {t.ask}
          </Button>
        ))}
      {payment.status === 'succeeded' && <Receipt payment={payment} />}
      {mayRefund(payment) &&
        (owner !== null ? (
          <ButtonLink icon={Undo2} href={owner}>
            {t.refund}
          </ButtonLink>
        ) : (
          <Button icon={Undo2} onClick={() => setAsking('refund')}>
            {t.refund}
          </Button>
        ))}
      {isOpen && may('payments:write') && (
        <Menu
          items={[
            ...(BY_HAND.has(payment.channel)
              ? []
              : [{ name: t.printCode, onClick: () => void saveCode(payment.id) }]),
            { name: t.cancel, danger: true, onClick: () => setAsking('cancel') },
          ]}
        />
      )}
      {asking === 'refund' && <RefundDialog payment={payment} close={close} />}
      {asking === 'cancel' && <CancelDialog payment={payment} close={close} />}
      {asking === 'confirm' && <ConfirmDialog payment={payment} close={close} />}
    </>
  );
}

/** What the payer gets of it: the receipt of the sale, else the page that says it was paid. */
function Receipt({ payment }: { readonly payment: PaymentData }): VNode {
  const id = payment.sale_id;
  const { answer } = useCall(client.getSale, id !== null && may('pos:read') ? { params: { id } } : null);
  return (
    <ButtonLink icon={ReceiptText} href={answer?.data.receipt_url ?? payment.pay_url} target="_blank">
      {t.receipt}
    </ButtonLink>
  );
}

/** What of a payment can still go back. */
export function leftOf({ amount, amount_refunded: back }: PaymentData): number {
  return amount - back;
}

export function mayRefund(payment: PaymentData): boolean {
  return payment.status === 'succeeded' && leftOf(payment) > 0 && may('refunds:write');
}

/** Where the sale, order or invoice stands that counts on the money, asking how much goes back: only there it does, so that it is known there. Null: it goes back at the payment. */
export function refundedAt(payment: PaymentData): string | null {
  const { sale_id, ticket_order_id, invoice_id, late, review } = payment;
  if (late || review !== null) return null;
  const id = sale_id ?? ticket_order_id ?? invoice_id;
  const href = id === null ? null : hrefOfId(id);
  return href === null ? null : hrefOf(href, { refund: 'now' });
}

/** The code that its payer scans, as a picture to print or to show. */
async function saveCode(id: string): Promise<void> {
  try {
    saveFile(await fetchFile(`/payments/${id}/qr.svg`, 'image/svg+xml'), `${id}.svg`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

type DialogProps = { readonly payment: PaymentData; readonly close: () => void };

/** How much goes back, with what follows told first. */
export function RefundDialog({ payment, close }: DialogProps): VNode {
  const left = leftOf(payment);
  const form = useForm({ limits: refundLimits, initial: { amount: '', reason: '' } });
  const act = useAct(client.createRefund);
  const typed = form.text('amount').trim();
  const sum = typed === '' ? left : Number(plainAmount(typed));
  const go = sum > 0 && sum <= left ? t.refundGo(moneyText(sum, payment.currency)) : t.refund;
  async function send(): Promise<void> {
    const answer = await act.run({ params: { id: payment.id }, body: form.body() }, form);
    if (!answer) return;
    toast(t.refundedSum(moneyText(answer.data.amount, payment.currency)));
    close();
  }
  return (
    <Dialog title={t.refundTitle(moneyText(payment.amount, payment.currency))} onClose={close}>
      <Form form={form} onSubmit={send} label={t.refund}>
        <MoneyField
          form={form}
          name="amount"
          label={t.howMuch}
          hint={t.howMuchHint(moneyText(left, payment.currency))}
          currency={payment.currency}
          autofocus
        />
        <TextField form={form} name="reason" label={t.why} hint={t.whyHint} />
        <Note>{t.refundTells}</Note>
        <FormActs form={form} save={go} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

function CancelDialog({ payment, close }: DialogProps): VNode {
  const act = useAct(client.cancelPayment);
  return (
    <Confirm
      title={t.cancelTitle}
      consequences={[t.cancelMore]}
      keep={t.keepIt}
      go={t.cancel}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        if (await act.run({ params: { id: payment.id } })) close();
      }}
    />
  );
}

function ConfirmDialog({ payment, close }: DialogProps): VNode {
  const form = useForm({ limits: confirmLimits, initial: { external_ref: '' } });
  const act = useAct(client.confirmPayment);
  async function send(): Promise<void> {
    if (await act.run({ params: { id: payment.id }, body: form.body() }, form)) close();
  }
  return (
    <Dialog title={t.confirm} onClose={close}>
      <Form form={form} onSubmit={send} label={t.confirm}>
        <p class="quiet">{t.confirmText}</p>
        {payment.channel === 'external' && (
          <TextField form={form} name="external_ref" label={t.externalRef} autofocus />
        )}
        <FormActs form={form} save={t.confirm} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}
