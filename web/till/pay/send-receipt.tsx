import { Send } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { client, faultOf } from '../data/api.ts';
import type { LastSold } from '../data/last-sold.ts';
import { serverSaleOf } from '../state/made-sales.ts';
import { t } from '../texts.ts';

type SendProps = {
  readonly sold: LastSold;
  readonly channel: 'email' | 'sms';
  readonly onClose: () => void;
};

/** The receipt to somebody's mail or phone. */
export function SendReceipt({ sold, channel, onClose }: SendProps): VNode {
  const id = useId();
  const customer = sold.kind === 'made' ? sold.sale.cart.customer : sold.cart.customer;
  const [to, setTo] = useState(channel === 'sms' ? (customer?.phone ?? '') : '');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function send(): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const sale = await serverSaleOf(sold);
      if (!sale) throw new Error(t.notSentYet);
      await client.sendSaleReceipt({ params: { id: sale.id }, body: { channel, to: to.trim() } });
      toast(t.receiptSent(to.trim()));
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  }
  const acts = (
    <Button
      kind="primary"
      icon={Send}
      busy={busy}
      off={to.trim() === '' && common.required}
      onClick={() => void send()}
    >
      {common.send}
    </Button>
  );
  return (
    <Dialog title={t.receipt} onClose={onClose} acts={acts}>
      <div class="field">
        <label for={id}>{channel === 'email' ? t.email : t.phone}</label>
        <Input
          id={id}
          type={channel === 'email' ? 'email' : 'tel'}
          class="input"
          autocomplete="off"
          autofocus
          maxLength={254}
          placeholder={channel === 'email' ? 'name@example.sl' : '076 123456'}
          value={to}
          onText={setTo}
        />
      </div>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
