import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import type { DoorAnswer } from '../scan/answer.ts';
import { takeCode } from '../scan/take-code.ts';
import { t } from '../texts.ts';

const REASON_CHARACTERS_MAX = 200;

/** A supervisor lets in against a refusal, and says why. */
export function ForceDialog({
  told,
  close,
}: {
  readonly told: DoorAnswer;
  readonly close: () => void;
}): VNode {
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  async function letIn(): Promise<void> {
    setBusy(true);
    await takeCode({ ...told.asked, force: { reason: reason.trim() } }).finally(() => setBusy(false));
  }
  const acts = [
    <Button key="keep" onClick={close}>
      {common.cancel}
    </Button>,
    <Button
      key="go"
      kind="primary"
      busy={busy}
      off={reason.trim() === '' && t.reasonNeeded}
      onClick={() => void letIn()}
    >
      {t.forceGo}
    </Button>,
  ];
  return (
    <Dialog title={t.forceTitle} onClose={close} acts={acts}>
      <p class="quiet">{t.forceMore}</p>
      <div class="row wrap">
        {[t.reasonName, t.reasonAgain, t.reasonHouse].map((one) => (
          <Button key={one} pressed={one === reason} onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </div>
      <div class="field">
        <label for={id}>{t.forceWhy}</label>
        <Input
          id={id}
          type="text"
          class="input"
          maxLength={REASON_CHARACTERS_MAX}
          value={reason}
          onText={setReason}
        />
      </div>
    </Dialog>
  );
}
