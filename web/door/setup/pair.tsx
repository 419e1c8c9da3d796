import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { ScanLine } from 'lucide';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { pairingCodeIn } from '../../tools/pair.ts';
import { triedText } from '../../tools/fault.ts';
import { CameraView } from '../scan/camera-view.tsx';
import { beginAnew, pairWith } from '../state/begin.ts';
import { OtherToolError } from '../state/claim.ts';
import { door, unsent } from '../state/signals.ts';
import { t } from '../texts.ts';

const DIGITS = 8;
const digitsOf = (text: string): string =>
  (pairingCodeIn(text) ?? text.replaceAll(/\D/g, '')).slice(0, DIGITS);

/** Binds this phone to an event by the code that the dashboard shows, as a picture or as digits. */
export function Pair(): VNode {
  const id = useId();
  const [code, setCode] = useState(digitsOf(location.hash));
  const [hasCamera, setCamera] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function pair(digits: string): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      await pairWith(digits);
    } catch (error) {
      setFault(error instanceof OtherToolError ? t.pairOther : triedText(error));
      setBusy(false);
    }
  }
  useEffect(() => {
    // Who opened the code's own address has scanned it: nothing is left to type.
    if (code.length === DIGITS) void pair(code);
  }, []);
  return (
    <main class="gate">
      <form
        class="gate-card"
        onSubmit={(event) => {
          event.preventDefault();
          void pair(code);
        }}
      >
        <Mark size={44} />
        <h1>{t.pairTitle}</h1>
        <p class="quiet">{t.pairMore}</p>
        {unsent.value > 0 && <Note meaning="wait">{`${t.waitHere(unsent.value)} ${t.pairKept}`}</Note>}
        <div class="field">
          <label for={id}>{t.pairCode}</label>
          <Input
            id={id}
            type="text"
            class="input gate-code"
            inputMode="numeric"
            autocomplete="one-time-code"
            placeholder="0000 0000"
            value={code.length > 4 ? `${code.slice(0, 4)} ${code.slice(4)}` : code}
            onText={(text) => setCode(digitsOf(text))}
          />
        </div>
        {fault !== '' && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <Button kind="primary" type="submit" size="big" busy={busy} off={code.length < DIGITS && t.pairCode}>
          {t.pair}
        </Button>
        <Button icon={ScanLine} onClick={() => setCamera(true)}>
          {t.scanCode}
        </Button>
        {door.value && (
          <Button kind="ghost" onClick={beginAnew}>
            {t.backToDoor(door.value.event.name)}
          </Button>
        )}
      </form>
      {hasCamera && (
        <Dialog title={t.scanCode} onClose={() => setCamera(false)}>
          <CameraView
            onCode={(text) => {
              const found = pairingCodeIn(text);
              if (found === null) return;
              setCamera(false);
              setCode(found);
              void pair(found);
            }}
          />
        </Dialog>
      )}
    </main>
  );
}
