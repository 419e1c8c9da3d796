import { CottontreeError } from '@cottontree/client';
import type { SessionWidget } from '@cottontree/contract';
import { ArrowLeft } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Face, Note } from '../../kit/parts/note.tsx';
import { PinPad } from '../../tools/pin-pad.tsx';
import { OtherToolError } from '../../till/state/claim.ts';
import { refusalText } from '../../kit/text/refusals.ts';
import { t } from '../texts.ts';
import {
  colleagues,
  isPaired,
  isPinRequired,
  pairWith,
  readColleagues,
  signIn,
  token,
  type Colleague,
} from './session.ts';

const PIN_MAX = 8;

/**
 * Whoever works here signs in first: the device is bound once, then a PIN. A session of the shop's own server needs neither.
 * When a session ends, what was written stays behind the sign-in.
 */
export function Gate({
  widget,
  children,
}: {
  readonly widget: SessionWidget;
  readonly children: ComponentChildren;
}): VNode {
  const isIn = token() !== null;
  const wasIn = useRef(false);
  wasIn.current ||= isIn;
  return (
    <>
      {wasIn.current && <div hidden={!isIn}>{children}</div>}
      {!isIn && (
        <div class="embed-card">
          <h1>{t.signIn}</h1>
          {wasIn.current && <Note meaning="wait">{t.sessionOver}</Note>}
          {isPaired.value ? <Person widget={widget} /> : <Bind />}
        </div>
      )}
    </>
  );
}

function Bind(): VNode {
  const id = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  async function bind(): Promise<void> {
    setBusy(true);
    setFault('');
    await pairWith(code).catch((error: unknown) => setFault(said(error)));
    setBusy(false);
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void bind();
      }}
    >
      <p class="quiet">{t.signInMore}</p>
      <div class="field">
        <label for={id}>{t.code}</label>
        <Input
          id={id}
          type="text"
          class="input embed-code"
          inputMode="numeric"
          autocomplete="one-time-code"
          placeholder="0000 0000"
          value={code}
          onText={setCode}
        />
      </div>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {t.bind}
      </Button>
    </form>
  );
}

function said(error: unknown): string {
  if (error instanceof OtherToolError) return t.forDoor;
  if (error instanceof CottontreeError && error.code === 'VALIDATION_ERROR') return t.noCode;
  if (error instanceof CottontreeError) return refusalText(error);
  return error instanceof Error ? error.message : String(error);
}

function Person({ widget }: { readonly widget: SessionWidget }): VNode {
  const [who, setWho] = useState<Colleague | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void readColleagues().catch((error: unknown) => setFault(said(error))), []);
  async function enter(who: Colleague, pin: string | null): Promise<void> {
    setBusy(true);
    setFault(null);
    await signIn(widget, who, pin).catch((error: unknown) => {
      setFault(said(error));
      setBusy(false);
    });
  }
  if (who !== null)
    return (
      <>
        <div class="row">
          <Button kind="ghost" icon={ArrowLeft} label={t.someoneElse} onClick={() => setWho(null)} />
          <h2 class="grow">{who.name}</h2>
        </div>
        <PinPad digitsMax={PIN_MAX} busy={busy} error={fault} onPin={(pin) => void enter(who, pin)} />
      </>
    );
  return (
    <>
      <h2>{t.whoAreYou}</h2>
      {colleagues.value.length === 0 && <p class="quiet">{fault ?? t.nobody}</p>}
      <ul class="embed-people">
        {colleagues.value.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => (isPinRequired.value ? setWho(one) : void enter(one, null))}>
              <Face initials={initialsOf(one.name)} />
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
