import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { sessionOver } from '../data/api.ts';
import { sumText } from '../data/money.tsx';
import type { CashReport } from '@cottontree/contract';
import type { KeptBack } from '../data/till-store.ts';
import { common } from '../../kit/text/common.ts';
import { FormerNotice, isFormerToTell } from '../day/formers.tsx';
import { reportSlip } from '../day/report-slip.ts';
import { printSlip } from '../receipt/print-receipt.ts';
import { installed } from '../state/begin.ts';
import { go, place } from '../state/place.ts';
import { arrivedZ, isOnline, keepArrivedZ, outbox } from '../state/sending.ts';
import { isCartUnkept } from '../state/selling.ts';
import { lock } from '../state/sign-in.ts';
import { cart } from '../state/signals.ts';
import { backsInDoubt } from '../state/take-back.ts';
import { t } from '../texts.ts';

/** What has to be known before the next sale. */
export function Notices(): VNode | null {
  const state = outbox.value?.state.value;
  if (state?.phase === 'elsewhere')
    return (
      <div class="notices">
        <Note meaning="bad">
          {t.otherTab}{' '}
          <Button size="s" onClick={() => void outbox.value?.takeOver()}>
            {t.takeOver}
          </Button>
        </Note>
      </div>
    );
  if (isCartUnkept.value)
    return (
      <div class="notices" role="alert">
        <Note meaning="bad">{t.cartUnkept}</Note>
      </div>
    );
  if (state?.room === 'short')
    return (
      <div class="notices">
        <Note meaning="bad">{t.roomShort}</Note>
      </div>
    );
  const doubt = backsInDoubt.value.find((back) => !isShown(back));
  if (doubt) return <BackInDoubt back={doubt} />;
  if (arrivedZ.value !== null) return <ArrivedZ report={arrivedZ.value} />;
  if (sessionOver.value || state?.trouble?.kind === 'sign-in')
    return (
      <div class="notices">
        <Note meaning="wait">
          {t.sessionOver}{' '}
          <Button size="s" onClick={() => void lock()}>
            {t.unlock}
          </Button>
        </Note>
      </div>
    );
  // Before the first sale that lies here alone.
  if (state?.room === 'may-be-dropped' && !isOnline.value && place.value.at !== 'unsent')
    return (
      <div class="notices">
        <Note meaning="wait">{t.mayBeDropped}</Note>
      </div>
    );
  if (place.value.at !== 'unsent' && isFormerToTell()) return <FormerNotice />;
  return <Update />;
}

/** Whether it stands on what is seen anyway. */
function isShown({ saleId, saleClientId }: KeptBack): boolean {
  const at = place.value;
  return (at.at === 'sale' && at.id === saleId) || (at.at === 'made' && at.clientId === saleClientId);
}

/** What was asked to be taken back of a sale, and may have been. */
function BackInDoubt({ back }: { readonly back: KeptBack }): VNode {
  return (
    <div class="notices" role="status">
      <Note meaning="wait">
        {t.saleInDoubt(back.number, sumText(back.minor))}{' '}
        <Button
          size="s"
          off={!isOnline.value && t.needsNetwork}
          onClick={() => go({ at: 'sale', id: back.saleId })}
        >
          {t.lookAgain}
        </Button>
      </Note>
    </div>
  );
}

/** A newer version, offered between two sales. Nobody has to: it begins by itself where the till is locked. */
function Update(): VNode | null {
  const begin = installed.value?.update.value ?? null;
  if (begin === null || place.value.at !== 'products' || cart.value.lines.length > 0) return null;
  return (
    <div class="notices" role="status">
      <Note meaning="move">
        {t.updateReady}{' '}
        <Button size="s" onClick={begin}>
          {t.update}
        </Button>
      </Note>
    </div>
  );
}

/** The Z report of a day that was counted without network has come. */
function ArrivedZ({ report }: { readonly report: CashReport }): VNode {
  return (
    <div class="notices">
      <Note meaning="good">
        {t.zArrived(report.number ?? 0)}{' '}
        <Button
          size="s"
          onClick={() => {
            void printSlip(reportSlip(report));
            void keepArrivedZ(null);
          }}
        >
          {t.takeZ}
        </Button>{' '}
        <Button size="s" kind="ghost" onClick={() => void keepArrivedZ(null)}>
          {common.close}
        </Button>
      </Note>
    </div>
  );
}
