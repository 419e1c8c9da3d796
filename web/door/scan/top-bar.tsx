import { EllipsisVertical, Flashlight, FlashlightOff } from 'lucide';
import type { VNode } from 'preact';
import { Icon } from '../../kit/parts/icon.tsx';
import { door, gate, head } from '../state/signals.ts';
import { isMenuOpen } from '../state/place.ts';
import { t } from '../texts.ts';
import { lamp } from './camera-view.tsx';

/** Which event, which gate, which door. */
export function TopBar({ menu = true }: { readonly menu?: boolean }): VNode {
  const where = [gate.value === null ? null : t.gateNamed(gate.value), door.value?.device.name];
  return (
    <header class="door-top">
      <span class="grow">
        <b>{head.value?.event.name ?? door.value?.event.name}</b>
        <small>{where.filter(Boolean).join(', ')}</small>
      </span>
      <LampButton />
      {menu && (
        <button type="button" class="door-icon" aria-label={t.menu} onClick={() => (isMenuOpen.value = true)}>
          <Icon of={EllipsisVertical} size="l" />
        </button>
      )}
    </header>
  );
}

function LampButton(): VNode | null {
  const now = lamp.value;
  if (now === null) return null;
  return (
    <button
      type="button"
      class="door-icon"
      aria-label={t.light}
      aria-pressed={now.isOn}
      onClick={() => void now.turn(!now.isOn)}
    >
      <Icon of={now.isOn ? FlashlightOff : Flashlight} size="l" />
    </button>
  );
}
