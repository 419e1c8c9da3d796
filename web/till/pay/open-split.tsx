import { CottontreeError } from '@cottontree/client';
import type { Sale, SalePayment } from '@cottontree/contract';
import { Pause, RefreshCw, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { minorOf } from '../cart/line-of.ts';
import { faultOf } from '../data/api.ts';
import { BigSum, Sum, sumText } from '../data/money.tsx';
import { parkCart } from '../state/park.ts';
import { goHome } from '../state/place.ts';
import { isOnline } from '../state/sending.ts';
import { split } from '../state/signals.ts';
import { backOf, giveBack, goOn, payPart, readSplit, splitLeft, splitSale } from '../state/split-sale.ts';
import { t } from '../texts.ts';
import { NextPart } from './next-part.tsx';
import { Panel } from './panel-frame.tsx';
import { PaymentStatus, Standing } from './payer.tsx';

const LOOK_EVERY_MS = 2_000;

/** What is being done about a sale that is paid in parts, and why something of it was not. */
export type SplitWork = {
  readonly busy: boolean;
  readonly fault: string;
  readonly setFault: (fault: string) => void;
  readonly doing: (work: () => Promise<string | null>) => Promise<void>;
};

/** A sale of which the server knows what is paid: what came, what is asked for, what is left, and the ways on. */
export function OpenSplit({ busy, fault, setFault, doing }: SplitWork): VNode {
  const [returning, setReturning] = useState(false);
  const sale = splitSale.value;
  const left = splitLeft.value;
  useEffect(() => {
    // What was under way when the till was switched off is asked again: it is the same request.
    if (split.value?.act) void doing(goOn);
  }, []);
  useSplitLook(setFault);
  const inDoubt = split.value?.act !== null;
  const asked = sale?.payments.find(isAsked);
  const paid = sale ? minorOf(sale.amount_paid, sale.currency) : 0;
  return (
    <Panel
      title={t.split}
      back={null}
      act={
        <div class="split-acts">
          {inDoubt && (
            <Button
              kind="primary"
              class="panel-act"
              icon={RefreshCw}
              busy={busy}
              onClick={() => void doing(goOn)}
            >
              {t.lookAgain}
            </Button>
          )}
          {!inDoubt && !asked && paid > 0 && (
            <Button icon={Undo2} off={!isOnline.value && t.needsNetwork} onClick={() => setReturning(true)}>
              {t.giveAllBack(sumText(paid))}
            </Button>
          )}
          <PutAside />
        </div>
      }
    >
      <div class="tender split-left">
        <p class="quiet">{t.leftToPay}</p>
        <BigSum minor={left} />
        {paid > 0 && (
          <p class="quiet">
            {t.partPaid} <Sum minor={paid} />
          </p>
        )}
      </div>
      {sale && <Payments sale={sale} />}
      <div role="status">{asked && <Standing payment={asked} waits />}</div>
      {inDoubt && !busy && <p class="quiet">{t.inDoubt}</p>}
      {sale && !inDoubt && !asked && (
        <NextPart
          key={sale.version}
          leftMinor={left}
          busy={busy}
          onPart={(part) => void doing(() => payPart(part))}
        />
      )}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {returning && sale && (
        <GiveBack
          sale={sale}
          onGo={async () => {
            await doing(giveBack);
            // What was refused is read below the dialog.
            setReturning(false);
          }}
          onClose={() => setReturning(false)}
        />
      )}
    </Panel>
  );
}

/** The sale waits with what was paid of it, and the next customer is served. */
export function PutAside(): VNode {
  return (
    <Button
      kind="ghost"
      icon={Pause}
      onClick={() => void parkCart('').then((isAside) => isAside && goHome())}
    >
      {t.putAside}
    </Button>
  );
}

function isAsked({ verdict, status }: SalePayment): boolean {
  return (
    verdict === null && (status === 'created' || status === 'requires_action' || status === 'processing')
  );
}

/** Looks how far it is: at once after a start, and as long as something is asked for. */
function useSplitLook(onFault: (fault: string) => void): void {
  const sale = splitSale.value;
  useEffect(() => {
    if (sale !== null && sale.status !== 'pending_payment') return;
    const look = async (): Promise<void> => {
      try {
        await readSplit();
      } catch (error) {
        if (!(error instanceof CottontreeError)) throw error;
        onFault(faultOf(error));
      }
    };
    if (sale === null) void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [sale === null, sale?.status]);
}

/** Every part, with how far it is; what failed says why. */
function Payments({ sale }: { readonly sale: Sale }): VNode {
  const failed = sale.payments.at(-1);
  return (
    <>
      <ul class="split-parts" aria-label={t.partsOf}>
        {sale.payments.map((payment) => (
          <li key={payment.id} class="row">
            <span class="grow">{nameOf(payment)}</span>
            <PaymentStatus status={payment.status} brief />
            <Sum minor={minorOf(payment.tendered ?? payment.amount, sale.currency)} />
          </li>
        ))}
      </ul>
      {sale.status === 'open' && failed !== undefined && failed.verdict === null && (
        <p class="asked-failed" role="alert">
          <span class="fault">{failed.failure?.message ?? t.moneyNotCome}</span> {t.partFailed}
        </p>
      )}
    </>
  );
}

function nameOf({ channel }: SalePayment): string {
  if (channel === 'cash') return t.cash;
  if (channel === 'qr') return t.qrCode;
  return channel === 'mobile_money' ? t.mobileMoney : t.elsewhere;
}

type GiveBackProps = {
  readonly sale: Sale;
  readonly onGo: () => Promise<void>;
  readonly onClose: () => void;
};

function GiveBack({ sale, onGo, onClose }: GiveBackProps): VNode {
  const { cashMinor, otherMinor } = backOf(sale);
  return (
    <Confirm
      title={t.giveBackTitle}
      consequences={[
        ...(cashMinor > 0 ? [t.giveBackCash(sumText(cashMinor))] : []),
        ...(otherMinor > 0 ? [t.giveBackOther(sumText(otherMinor))] : []),
        t.giveBackCart,
      ]}
      keep={t.keepPaying}
      go={t.giveAllBack(sumText(cashMinor + otherMinor))}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
