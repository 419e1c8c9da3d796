import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { ScanLine } from 'lucide';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { Input } from '../../kit/parts/input.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { CameraScanner } from '../sell/camera-scanner.tsx';
import { triedText } from '../../tools/fault.ts';
import { device } from '../data/api.ts';
import { countLeft, leavePairing, pairWith, type Left } from '../state/begin.ts';
import { OtherToolError } from '../state/claim.ts';
import { former } from '../former-texts.ts';
import { t } from '../texts.ts';

/** `…/pos#pair=48210937`, or the digits alone. */
function digitsOf(text: string): string {
  return (/pair=(\d{8})/.exec(text)?.[1] ?? text.replaceAll(/\D/g, '')).slice(0, 8);
}

/** Binds this device to a till by the code that the dashboard shows. */
export function Pair(): VNode {
  const id = useId();
  const [code, setCode] = useState(digitsOf(location.hash));
  const [camera, setCamera] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [left, setLeft] = useState<Left>({ unsent: 0, lying: 0 });
  async function pair(digits: string): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      await pairWith(digits);
    } catch (error) {
      setFault(error instanceof OtherToolError ? t.pairOther : triedText(error));
    }
    setBusy(false);
  }
  async function begin(): Promise<void> {
    const found = await countLeft();
    setLeft(found);
    // Who opened the code's own address has scanned it: nothing is left to type, but where something would be left behind.
    if (code.length === 8 && found.unsent + found.lying === 0) await pair(code);
  }
  useEffect(() => {
    void begin();
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
        {left.unsent + left.lying > 0 && <LeftHere left={left} />}
        <div class="field">
          <label for={id}>{t.pairCode}</label>
          <Input
            id={id}
            type="text"
            class="input gate-code"
            inputMode="numeric"
            autocomplete="one-time-code"
            autofocus
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
        <Button kind="primary" type="submit" size="big" busy={busy} off={code.length < 8 && t.pairCode}>
          {t.pair}
        </Button>
        <Button icon={ScanLine} onClick={() => setCamera(true)}>
          {t.scan}
        </Button>
        {device.pairing.value !== null && (
          <Button kind="ghost" onClick={() => void leavePairing()}>
            {common.back}
          </Button>
        )}
      </form>
      {camera && (
        <CameraScanner
          codes="qr"
          onClose={() => setCamera(false)}
          onType={() => {
            setCamera(false);
            // Once nothing lies over it any more.
            requestAnimationFrame(() => document.getElementById(id)?.focus());
          }}
          onCode={(text) => {
            setCamera(false);
            setCode(digitsOf(text));
            if (digitsOf(text).length === 8) void pair(digitsOf(text));
          }}
        />
      )}
    </main>
  );
}

/** What becomes of what lies here, if the code is another till's. */
function LeftHere({ left: { unsent, lying } }: { readonly left: Left }): VNode {
  const name = device.pairing.value?.terminal.name ?? '';
  return (
    <Note meaning="wait">
      {unsent > 0 && <p>{former.pairUnsent(name, unsent)}</p>}
      {lying > 0 && <p>{former.pairLying(name, lying)}</p>}
    </Note>
  );
}
