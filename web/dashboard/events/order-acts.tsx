import { Download, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { fetchFile, saveFile } from '../../kit/data/files.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useAskedAtOnce } from '../../kit/list/asked-at-once.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { limits } from 'form:cancelTicketOrder';
import type { OrderData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';
import { RefundOrder } from './refund-order.tsx';

type OrderProps = { readonly order: OrderData };

/** What can be done with an order as it stands. */
export function OrderActs({ order }: OrderProps): VNode {
  const isPaid = order.status === 'paid' || order.status === 'partially_refunded';
  const mayRefund = isPaid && may('tickets:refund');
  const { asking, ask, end } = useAskedAtOnce<'refund' | 'cancel'>({ refund: mayRefund ? 'refund' : null });
  const isOpen = order.status === 'held' || order.status === 'awaiting_payment';
  return (
    <>
      {order.tickets.length > 0 && <TicketsPdf order={order} />}
      {mayRefund && (
        <Button icon={Undo2} onClick={() => ask('refund')}>
          {t.refundAct}
        </Button>
      )}
      {isOpen && may('tickets:sell') && (
        <Button kind="danger" onClick={() => ask('cancel')}>
          {t.cancelOrder}
        </Button>
      )}
      {asking === 'refund' && <RefundOrder order={order} close={end} />}
      {asking === 'cancel' && <CancelOrder order={order} close={end} />}
    </>
  );
}

/** Every ticket of the order on paper. */
export function TicketsPdf({ order }: OrderProps): VNode {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      saveFile(
        await fetchFile(`/ticket-orders/${order.id}/tickets.pdf`, 'application/pdf'),
        `${order.order_number}.pdf`,
      );
    } catch (error) {
      toast(String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={Download} busy={busy} onClick={() => void save()}>
      {t.ticketsPdf}
    </Button>
  );
}

function CancelOrder({ order, close }: OrderProps & { readonly close: () => void }): VNode {
  const form = useForm({ limits, initial: { reason: '' } });
  const act = useAct(client.cancelTicketOrder);
  return (
    <Confirm
      title={t.cancelTitle(order.order_number)}
      consequences={[t.cancel1, t.cancel2]}
      keep={t.keepOrder}
      go={t.cancelOrder}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: order.id }, body: form.body() }, form)) close();
      }}
      onClose={close}
    >
      <TextField form={form} name="reason" label={t.reason} />
    </Confirm>
  );
}
