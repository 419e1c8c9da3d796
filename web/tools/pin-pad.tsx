import { useSignal } from '@preact/signals';
import { Delete } from 'lucide';
import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '../kit/parts/icon.tsx';
import { t } from './texts.ts';
import './pin-pad.css';

type PinPadProps = {
  /** With what was typed; the pad is empty again then, whatever came of it. */
  readonly onPin: (pin: string) => void;
  /** As many as a PIN may have; with `exact` it is done at the last. */
  readonly digitsMax: number;
  readonly exact?: boolean;
  readonly busy?: boolean;
  /** Why the last one was refused. */
  readonly error?: string | null;
};

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A PIN by touch or keyboard. It is never in a field, so no browser offers to keep it. */
export function PinPad({ onPin, digitsMax, exact = false, busy = false, error = null }: PinPadProps): VNode {
  const typed = useSignal('');
  const done = (pin: string): void => {
    typed.value = '';
    onPin(pin);
  };
  const press = (digit: string): void => {
    if (busy || typed.value.length >= digitsMax) return;
    typed.value += digit;
    if (exact && typed.value.length === digitsMax) done(typed.value);
  };
  const back = (): void => void (typed.value = typed.value.slice(0, -1));
  const enter = (): void => {
    if (!busy && typed.value !== '') done(typed.value);
  };
  // In place as soon as the pad is seen, or the first digit of a quick hand would be lost.
  useLayoutEffect(() => {
    const hear = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || isField(target)) return;
      if (/^\d$/.test(key)) press(key);
      if (key === 'Backspace') back();
      // On a button Enter presses that button.
      if (key === 'Enter' && !(target instanceof HTMLButtonElement)) enter();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
  return (
    <div class="pin-pad" role="group" aria-label={t.pin} aria-busy={busy}>
      <p class="pin-dots" role="status" aria-label={t.digits_typed(typed.value.length)}>
        {Array.from({ length: digitsMax }, (_, at) => (
          <i key={at} class={at < typed.value.length ? 'on' : ''} />
        ))}
      </p>
      <p class="pin-error" role="alert">
        {error}
      </p>
      <div class="pin-keys">
        {DIGITS.map((digit) => (
          <button type="button" key={digit} onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" class="quiet" aria-label={t.delete_digit} onClick={back}>
          <Icon of={Delete} />
        </button>
        <button type="button" onClick={() => press('0')}>
          0
        </button>
        {exact ? (
          <span />
        ) : (
          <button type="button" class="go" onClick={enter} aria-disabled={typed.value === '' || busy}>
            {t.ok}
          </button>
        )}
      </div>
    </div>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
