import { Check, Mail, MessageSquare, Printer, Share2, ShoppingBasket } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { copyText } from '../../kit/parts/copy.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { useSettled } from '../../kit/parts/use-settled.ts';
import { common } from '../../kit/text/common.ts';
import { changeOf, roundingOf } from '../cart/sale-body.ts';
import { Sum } from '../data/money.tsx';
import { printReceipt } from '../receipt/print-receipt.ts';
import type { LastSold } from '../data/last-sold.ts';
import { lastSold } from '../state/finish-sale.ts';
import { goHome } from '../state/place.ts';
import { serverSaleOf } from '../state/made-sales.ts';
import { isOnline } from '../state/sending.ts';
import { t } from '../texts.ts';
import { minorOf, signedMinorOf } from '../cart/line-of.ts';
import { SendReceipt } from './send-receipt.tsx';

/** It is paid: what goes back, and what the customer takes home. */
export function SoldPanel(): VNode | null {
  const sold = lastSold.value;
  const isSettled = useSettled();
  const [channel, setChannel] = useState<'email' | 'sms' | null>(null);
  if (!sold) return null;
  const { number, paidMinor, changeMinor } = figuresOf(sold);
  const needs = !isOnline.value && t.needsNetwork;
  return (
    <section class="panel" aria-label={t.paid}>
      <div class="panel-body">
        <div class="done" role="status">
          <span class="done-tick">
            <Icon of={Check} size="l" />
          </span>
          <h2>{t.paid}</h2>
          <p class="quiet">
            {number}, <Sum minor={paidMinor} />
          </p>
          {changeMinor > 0 && (
            <p class="change good">
              {t.giveBack} <Sum minor={changeMinor} />
            </p>
          )}
        </div>
        <div class="done-acts">
          <Button class="print" icon={Printer} onClick={() => void printReceipt(sold, 'asked')}>
            {t.printReceipt}
          </Button>
          <Button icon={Share2} off={needs} onClick={() => void share(sold)}>
            {t.shareReceipt}
          </Button>
          <Button icon={Mail} off={needs} onClick={() => setChannel('email')}>
            {t.email}
          </Button>
          <Button icon={MessageSquare} off={needs} onClick={() => setChannel('sms')}>
            {t.sms}
          </Button>
        </div>
      </div>
      <footer class="panel-foot">
        <Button
          kind="primary"
          class="panel-act"
          icon={ShoppingBasket}
          settling={!isSettled}
          onClick={() => goHome()}
        >
          {t.nextSale}
        </Button>
      </footer>
      {channel && <SendReceipt sold={sold} channel={channel} onClose={() => setChannel(null)} />}
    </section>
  );
}

/** What was paid is the total as cash was rounded: it and the change make what was handed over. */
function figuresOf(sold: LastSold) {
  if (sold.kind === 'made')
    return {
      number: sold.sale.number,
      paidMinor: sold.sale.totalMinor + roundingOf(sold.sale.payments),
      changeMinor: changeOf(sold.sale.payments),
    };
  const { sale } = sold;
  return {
    number: sale.number ?? '',
    paidMinor: minorOf(sale.total, sale.currency) + signedMinorOf(sale.cash_rounding, sale.currency),
    changeMinor: minorOf(sale.change_due, sale.currency),
  };
}

/** The receipt's page by whatever the device shares with; where it may not, as in a frame of a shop's page, it is copied. */
async function share(sold: LastSold): Promise<void> {
  const sale = await serverSaleOf(sold);
  const url = sale?.receipt_url;
  if (!url) return;
  const isDone = navigator.share
    ? await navigator.share({ title: t.receipt, url }).then(
        () => true,
        (fault: unknown) => fault instanceof DOMException && fault.name === 'AbortError',
      )
    : false;
  if (!isDone && (await copyText(url))) toast(common.copied);
}
