import { Check, Mail, MessageSquare, Printer, Share2, ShoppingBasket } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { changeOf } from '../cart/sale-body.ts';
import { Sum } from '../data/money.tsx';
import { printReceipt } from '../receipt/print-receipt.ts';
import type { LastSold } from '../data/last-sold.ts';
import { lastSold } from '../state/finish-sale.ts';
import { goHome } from '../state/place.ts';
import { serverSaleOf } from '../state/made-sales.ts';
import { isOnline } from '../state/sending.ts';
import { t } from '../texts.ts';
import { minorOf } from '../cart/line-of.ts';
import { SendReceipt } from './send-receipt.tsx';

/** It is paid: what goes back, and what the customer takes home. */
export function SoldPanel(): VNode | null {
  const sold = lastSold.value;
  const [channel, setChannel] = useState<'email' | 'sms' | null>(null);
  if (!sold) return null;
  const { number, totalMinor, changeMinor } = figuresOf(sold);
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
            {number}, <Sum minor={totalMinor} />
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
        <Button kind="primary" class="panel-act" icon={ShoppingBasket} onClick={() => goHome()}>
          {t.nextSale}
        </Button>
      </footer>
      {channel && <SendReceipt sold={sold} channel={channel} onClose={() => setChannel(null)} />}
    </section>
  );
}

function figuresOf(sold: LastSold) {
  if (sold.kind === 'made')
    return {
      number: sold.sale.number,
      totalMinor: sold.sale.totalMinor,
      changeMinor: changeOf(sold.sale.payments),
    };
  const { sale } = sold;
  return {
    number: sale.number ?? '',
    totalMinor: minorOf(sale.total, sale.currency),
    changeMinor: minorOf(sale.change_due, sale.currency),
  };
}

/** The receipt's page by whatever the device shares with. */
async function share(sold: LastSold): Promise<void> {
  const sale = await serverSaleOf(sold);
  const url = sale?.receipt_url;
  if (!url) return;
  if (navigator.share) await navigator.share({ title: t.receipt, url }).catch(() => undefined);
  else await navigator.clipboard.writeText(url);
}
