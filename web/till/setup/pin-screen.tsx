import { ArrowLeft } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Face, Note } from '../../kit/parts/note.tsx';
import { PinPad } from '../../tools/pin-pad.tsx';
import { installed, step } from '../state/begin.ts';
import { outbox, unsent } from '../state/sending.ts';
import {
  colleagues,
  isPairingOver,
  isPinRequired,
  readColleagues,
  signIn,
  type Colleague,
} from '../state/sign-in.ts';
import { terminal } from '../state/signals.ts';
import { TestBand } from '../test-band.tsx';
import { t } from '../texts.ts';

const PIN_MAX = 8;

/** Who is at the till, and their PIN. */
export function PinScreen(): VNode {
  const [who, setWho] = useState<Colleague | null>(null);
  useEffect(() => void readColleagues(), []);
  return (
    <>
      <TestBand />
      <main class="gate">
        <div class="gate-card">
          <Mark size={44} />
          {isPairingOver.value && (
            <Note meaning="bad">
              {t.pairAgain}{' '}
              <Button size="s" onClick={() => (step.value = 'pair')}>
                {t.pair}
              </Button>
            </Note>
          )}
          {who ? <Pin who={who} onBack={() => setWho(null)} /> : <People onChoose={setWho} />}
        </div>
        <p class="small quiet">
          {terminal.value?.name}
          {unsent.value > 0 && `, ${t.unsent(unsent.value)}`}
        </p>
      </main>
    </>
  );
}

function People({ onChoose }: { readonly onChoose: (who: Colleague) => void }): VNode {
  const isWriting = outbox.value?.state.value.phase !== 'elsewhere';
  const begin = installed.value?.update.value ?? null;
  // Nobody is in the middle of anything: the moment for a newer version.
  useEffect(() => {
    if (isWriting) begin?.();
  }, [isWriting, begin]);
  return (
    <>
      <h1>{t.whoAreYou}</h1>
      {colleagues.value.length === 0 && <p class="quiet">{t.nobodyHere}</p>}
      <ul class="people">
        {colleagues.value.map((one) => (
          <li key={one.id}>
            <button type="button" class="wide" onClick={() => onChoose(one)}>
              <Face initials={initialsOf(one.name)} />
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Pin({ who, onBack }: { readonly who: Colleague; readonly onBack: () => void }): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function enter(pin: string | null): Promise<void> {
    setBusy(true);
    setFault(null);
    const problem = await signIn(who, pin);
    if (problem === null) return;
    setFault(problem);
    setBusy(false);
  }
  useEffect(() => {
    if (!isPinRequired.value) void enter(null);
  }, []);
  return (
    <>
      <div class="pin-who">
        <Button kind="ghost" icon={ArrowLeft} label={t.someoneElse} onClick={onBack} />
        <h1>{who.name}</h1>
      </div>
      {isPinRequired.value && (
        <PinPad digitsMax={PIN_MAX} busy={busy} error={fault} onPin={(pin) => void enter(pin)} />
      )}
      {!isPinRequired.value && fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {isPinRequired.value && busy && (
        <p class="small quiet gate-busy" role="status">
          {t.checkingPin}
        </p>
      )}
    </>
  );
}
