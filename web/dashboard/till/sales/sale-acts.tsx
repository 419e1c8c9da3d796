import { Ban, CirclePause, Undo2, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Menu } from '../../../kit/parts/menu.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { tillTexts } from '../texts.ts';
import { isOutside, isRefundable, type Refunding, type Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';
import { byId } from '../when.ts';

/** What can be done with the whole sale, by how far it is. */
export function SaleActs({
  sale,
  refund,
}: {
  readonly sale: Sale;
  readonly refund: (refunding: Refunding) => void;
}): VNode | null {
  const [asking, setAsking] = useState<'void' | 'cancel' | null>(null);
  const park = useAct(client.parkSale);
  const offVoid = useWhyNoVoid(sale);
  const isOpen = sale.status === 'open' || sale.status === 'parked';
  async function parkIt(): Promise<void> {
    if (await park.run({ params: { id: sale.id }, body: {} })) toast(t.parked);
  }
  return (
    <>
      {isRefundable(sale) && (
        <Button icon={Undo2} onClick={() => refund('everything')}>
          {sale.status === 'completed' ? t.refundAll : t.refundRest}
        </Button>
      )}
      {may('sales:write') && sale.status === 'open' && (
        <Button icon={CirclePause} busy={park.busy} onClick={() => void parkIt()}>
          {t.parkIt}
        </Button>
      )}
      {may('sales:write') && isOpen && (
        <Button kind="danger" icon={X} onClick={() => setAsking('cancel')}>
          {t.cancelIt}
        </Button>
      )}
      {(isRefundable(sale) || (sale.status === 'completed' && may('sales:write'))) && (
        <Menu
          items={[
            isRefundable(sale) && { name: t.refundAmount, icon: Undo2, onClick: () => refund('amount') },
            sale.status === 'completed' &&
              may('sales:write') && {
                name: t.voidIt,
                icon: Ban,
                danger: true,
                off: offVoid,
                onClick: () => setAsking('void'),
              },
          ]}
        />
      )}
      {park.error && <span class="fault">{park.error.message}</span>}
      {asking === 'void' && <VoidDialog sale={sale} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelDialog sale={sale} onClose={() => setAsking(null)} />}
    </>
  );
}

/** Why a completed sale cannot be voided; it can be refunded then. */
function useWhyNoVoid(sale: Sale): string | false {
  const drawer = useCall(client.getCashSession, byId(may('cash:write') ? sale.cash_session_id : null)).answer
    ?.data;
  if (sale.payments.some(({ provider, verdict }) => verdict === 'kept' && isOutside(provider)))
    return t.voidOffProvider;
  return drawer !== undefined && drawer.status !== 'open' && t.voidOffClosed;
}

function cashIn(sale: Sale): number {
  return sale.payments
    .filter(({ verdict }) => verdict === 'kept')
    .reduce((sum, { amount }) => sum + Number(amount), 0);
}

type AskProps = { readonly sale: Sale; readonly onClose: () => void };

function VoidDialog({ sale, onClose }: AskProps): VNode {
  const act = useAct(client.voidSale);
  const [reason, setReason] = useState('');
  async function go(): Promise<void> {
    const done = await act.run({
      params: { id: sale.id },
      body: reason.trim() ? { reason: reason.trim() } : {},
    });
    if (done) onClose();
  }
  return (
    <Confirm
      title={t.voidTitle(sale.receipt_number ?? '')}
      consequences={[
        `${moneyText(cashIn(sale), sale.currency)} ${t.voidMoney}`,
        t.voidStock(sale.items.filter(({ variant_id }) => variant_id !== null).length),
        t.voidNumber,
        t.voidFinal,
      ]}
      keep={t.keepSale}
      go={t.voidIt}
      onGo={go}
      onClose={onClose}
      busy={act.busy}
      fault={act.error?.message ?? null}
    >
      <Reason value={reason} change={setReason} />
    </Confirm>
  );
}

function CancelDialog({ sale, onClose }: AskProps): VNode {
  const act = useAct(client.cancelSale);
  const [reason, setReason] = useState('');
  async function go(): Promise<void> {
    const done = await act.run({
      params: { id: sale.id },
      body: reason.trim() ? { reason: reason.trim() } : {},
    });
    if (done) onClose();
  }
  const paid = cashIn(sale);
  return (
    <Confirm
      title={t.cancelTitle}
      consequences={[
        ...(paid > 0 ? [`${moneyText(paid, sale.currency)} ${t.cancelMoney}`] : []),
        t.cancelStock,
        t.voidFinal,
      ]}
      keep={t.keepSale}
      go={t.cancelIt}
      onGo={go}
      onClose={onClose}
      busy={act.busy}
      fault={act.error?.message ?? null}
    >
      <Reason value={reason} change={setReason} />
    </Confirm>
  );
}

function Reason({
  value,
  change,
}: {
  readonly value: string;
  readonly change: (text: string) => void;
}): VNode {
  return (
    <label class="field">
      <span>{tillTexts.reason}</span>
      <Input type="text" class="input" maxLength={200} value={value} onText={change} />
    </label>
  );
}
