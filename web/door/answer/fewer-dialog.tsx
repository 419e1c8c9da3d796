import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { faultText } from '../../tools/fault.ts';
import { answer, type DoorAnswer } from '../scan/answer.ts';
import { takeBack } from '../state/take-back.ts';
import { scans } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Not all of a ticket for several came: the others may come later. */
export function FewerDialog({
  told,
  close,
}: {
  readonly told: DoorAnswer;
  readonly close: () => void;
}): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function keep(count: number): Promise<void> {
    setBusy(true);
    try {
      for (const nonce of told.nonces.slice(count)) {
        const scan = scans.value.find((one) => one.nonce === nonce);
        if (scan?.scanId === null) throw new Error(t.sendFirst);
        if (scan) await takeBack(scan, t.reasonFewer);
      }
      answer.value = null;
    } catch (error) {
      setFault(faultText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={t.howMany} onClose={close}>
      <p class="quiet">{t.fewerMore}</p>
      <div class="fewer">
        {Array.from({ length: told.persons - 1 }, (_, at) => (
          <Button key={at} size="big" busy={busy} onClick={() => void keep(at + 1)}>
            {String(at + 1)}
          </Button>
        ))}
      </div>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
