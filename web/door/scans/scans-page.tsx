import { Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { refusalWord } from '../answer/say-answer.ts';
import { faultText } from '../../tools/fault.ts';
import type { DoorScan } from '../data/door-store.ts';
import { SheetPage } from '../setup/sheet-page.tsx';
import { mayTakeBack, takeBack } from '../state/take-back.ts';
import { isOnline, scans } from '../state/signals.ts';
import { t } from '../texts.ts';

/** As many as fit into a look back. */
const SHOWN_MAX = 100;
const REASON_CHARACTERS_MAX = 200;

/** What was done at this door, newest first; what was wrong is taken back. */
export function ScansPage(): VNode {
  const [asked, ask] = useState<DoorScan | null>(null);
  const shown = scans.value.slice(-SHOWN_MAX).reverse();
  return (
    <SheetPage title={t.scansTitle}>
      {shown.length === 0 && <p class="quiet">{t.noScans}</p>}
      <ul class="entries" aria-label={t.scansTitle}>
        {shown.map((scan) => (
          <li key={scan.nonce}>
            <span class="grow">
              <ScanResult scan={scan} />
              <small class="quiet">{[scan.name, scan.typeName].filter(Boolean).join(', ')}</small>
            </span>
            <span class="quiet">{timeText(scan.atMs)}</span>
            {mayTakeBack(scan) && (
              <Button size="s" icon={Undo2} off={!isOnline.value && t.needsNetwork} onClick={() => ask(scan)}>
                {t.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <TakeBack scan={asked} close={() => ask(null)} />}
    </SheetPage>
  );
}

function ScanResult({ scan }: { readonly scan: DoorScan }): VNode {
  if (scan.isUndone)
    return (
      <Said meaning="back" glyph="return">
        {t.takenBack}
      </Said>
    );
  if (scan.result === 'rejected')
    return (
      <Said meaning="bad" glyph="cross">
        {`${t.resultRejected}: ${refusalWord(scan.refusal)}`}
      </Said>
    );
  const isOut = scan.result === 'exited';
  return (
    <Said meaning={isOut ? 'idle' : 'good'} glyph={isOut ? 'ring' : 'tick'}>
      {isOut ? t.resultExited : t.resultAdmitted}
    </Said>
  );
}

function TakeBack({ scan, close }: { readonly scan: DoorScan; readonly close: () => void }): VNode {
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function go(): Promise<void> {
    if (reason.trim() === '') return setFault(t.reasonNeeded);
    setBusy(true);
    try {
      await takeBack(scan, reason.trim());
      close();
    } catch (error) {
      setFault(faultText(error));
      setBusy(false);
    }
  }
  return (
    <Confirm
      title={t.takeBackTitle}
      consequences={[t.takeBackMore]}
      keep={t.keepIt}
      go={t.takeBack}
      busy={busy}
      fault={fault}
      onGo={go}
      onClose={close}
    >
      <div class="field">
        <label for={id}>{t.takeBackWhy}</label>
        <Input
          id={id}
          type="text"
          class="input"
          maxLength={REASON_CHARACTERS_MAX}
          value={reason}
          onText={setReason}
        />
      </div>
    </Confirm>
  );
}
