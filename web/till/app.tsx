import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Toasts } from '../kit/parts/toast.tsx';
import { Paper } from './receipt/paper.tsx';
import { begin, step } from './state/begin.ts';
import { isOpen } from './state/open-till.ts';
import { session } from './state/signals.ts';
import { Desk } from './desk.tsx';
import { Pair } from './setup/pair.tsx';
import { PinScreen } from './setup/pin-screen.tsx';
import '../kit/parts/fields.css';
import './app.css';

/** The till: a device that is bound to none asks for a code, one at which nobody is signed in for a PIN. */
export function App(): VNode {
  useEffect(() => void begin(), []);
  return (
    <>
      <Whole />
      <Toasts />
      <Paper />
    </>
  );
}

function Whole(): VNode | null {
  if (step.value === 'pair') return <Pair />;
  if (!isOpen.value) return null;
  return session.value === null ? <PinScreen /> : <Desk />;
}
