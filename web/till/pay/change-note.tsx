import type { VNode } from 'preact';
import { Sum } from '../data/money.tsx';
import { t } from '../texts.ts';

/** What goes back, or what is still missing: read before the sale ends. */
export function ChangeNote({
  dueMinor,
  givenMinor,
}: {
  readonly dueMinor: number;
  readonly givenMinor: number;
}): VNode {
  const missing = dueMinor - givenMinor;
  if (missing === 0) return <p class="change idle">{t.nothingBack}</p>;
  return (
    <p class={`change ${missing > 0 ? 'wait' : 'good'}`} role="status">
      {missing > 0 ? t.stillMissing : t.giveBack} <Sum minor={Math.abs(missing)} />
    </p>
  );
}
