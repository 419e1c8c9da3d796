import { computed, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { chooseGate } from '../state/open-door.ts';
import { chosenGate, door, head } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Whether the gate is asked for; at first it is where the event has several and the pairing names none. */
export const isGateAsked = signal<boolean | null>(null);

/** Whether it is asked at which gate this phone stands, or may still be: which gates the event has is heard only after the pairing. */
export const isGateUnsettled = computed(
  () =>
    (isGateAsked.value ?? (chosenGate.value === null && door.value?.device.gate === null)) &&
    (head.value === null || head.value.gates.length > 0),
);

/** At which gate this phone stands. */
export function GateDialog(): VNode | null {
  const gates = head.value?.gates ?? [];
  if (!isGateUnsettled.value || gates.length === 0) return null;
  const choose = (next: string | null): void => {
    isGateAsked.value = false;
    void chooseGate(next);
  };
  return (
    <Dialog title={t.chooseGate} onClose={() => (isGateAsked.value = false)}>
      <ul class="menu-acts">
        {[...gates, null].map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === chosenGate.value} onClick={() => choose(one)}>
              {one === null ? t.anyGate : t.gateNamed(one)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
