import { CottontreeError } from '@cottontree/client';
import type { Sale } from '@cottontree/contract';
import { RefreshCw, Smartphone, X } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { faultOf } from '../data/api.ts';
import { BigSum } from '../data/money.tsx';
import { askForMoney, readAsked, startAgain } from '../state/asked-sale.ts';
import { goHome } from '../state/place.ts';
import { asked, cart, totalMinor } from '../state/signals.ts';
import { t } from '../texts.ts';
import { Panel } from './panel-frame.tsx';
import { PhoneField, Standing } from './payer.tsx';

const LOOK_EVERY_MS = 2_000;

type Channel = 'qr' | 'mobile_money';

/** Money that the customer sends: a code to scan, or a question on their phone; the till looks until it is there. */
export function AskedPanel({ channel }: { readonly channel: Channel }): VNode {
  const [sale, setSale] = useState<Sale | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [phone, setPhone] = useState(cart.value.customer?.phone ?? '');
  const begun = useRef(false);
  // Also where nobody knows yet what came of it: who goes another way then is told what may follow.
  const kept = asked.value !== null;
  async function ask(): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      setSale(await askForMoney(channel, phone.trim()));
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  }
  useEffect(() => {
    if ((channel === 'qr' || kept) && !begun.current) void ask();
    begun.current = true;
  }, []);
  useLook(sale, setSale);
  const waiting = sale?.status === 'pending_payment';
  const failed = sale !== null && !waiting && sale.status !== 'completed';
  const askAct = (
    <Button
      kind="primary"
      class="panel-act"
      icon={failed || fault !== '' ? RefreshCw : Smartphone}
      busy={busy}
      off={!kept && channel === 'mobile_money' && phone.trim() === '' && t.phoneFirst}
      onClick={() => void ask()}
    >
      {failed || fault !== '' ? t.askAgain : t.askForMoney}
    </Button>
  );
  const act = waiting ? (
    <Button class="panel-act" icon={X} onClick={() => setLeaving(true)}>
      {t.anotherWay}
    </Button>
  ) : failed ? (
    <div class="split-acts">
      <Button onClick={() => goHome({ at: 'cart' })}>{t.anotherWay}</Button>
      {askAct}
    </div>
  ) : (
    askAct
  );
  return (
    <Panel
      title={channel === 'qr' ? t.qrCode : t.mobileMoney}
      act={act}
      {...(kept ? { back: () => setLeaving(true) } : {})}
    >
      <div class="tender">
        <p class="quiet">{t.toPay}</p>
        <BigSum minor={totalMinor.value} />
      </div>
      <div role="status">{sale && <Standing payment={sale.payments.at(-1)} waits={waiting} />}</div>
      {channel === 'mobile_money' && (sale === null || failed) && !kept && (
        <PhoneField phone={phone} onPhone={setPhone} again={failed} />
      )}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {leaving && (
        <Confirm
          title={t.leaveAsked}
          consequences={[t.leaveAsked1, t.leaveAsked2]}
          keep={t.goOnWaiting}
          go={t.anotherWay}
          onGo={() => startAgain(true)}
          onClose={() => setLeaving(false)}
        />
      )}
    </Panel>
  );
}

/** Looks how far the money is, as long as it is on its way. */
function useLook(sale: Sale | null, onSale: (sale: Sale) => void): void {
  useEffect(() => {
    if (sale?.status !== 'pending_payment') return;
    const look = async (): Promise<void> => {
      try {
        onSale(await readAsked(sale.id));
      } catch (error) {
        if (!(error instanceof CottontreeError)) throw error;
        // Without network the question stands: it is asked again with the next look.
        onSale({ ...sale });
      }
    };
    const timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [sale]);
}
