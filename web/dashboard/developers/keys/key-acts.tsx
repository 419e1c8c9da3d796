import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import type { NewKey } from './key-shown.tsx';
import type { Key } from './key.ts';
import { keyTexts as t } from './key-texts.ts';

const HOURS = [0, 1, 24, 72, 168] as const;

/** A new key in place of one that works: how long both do is chosen before. */
export function RotateKey({
  of: key,
  onClose,
  onMade,
}: {
  readonly of: Key;
  readonly onClose: () => void;
  readonly onMade: (made: NewKey) => void;
}): VNode {
  const rotate = useAct(client.rotateKey);
  const [hours, setHours] = useState<number>(24);
  async function go(): Promise<void> {
    const answer = await rotate.run({ params: { id: key.id }, body: { overlap_hours: hours } });
    if (!answer) return;
    onClose();
    onMade(answer.data);
  }
  return (
    <Confirm
      title={t.rotateTitle(key.name || t.unnamed)}
      consequences={[t.rotateNew, t.rotateOld(hours)]}
      keep={t.keepKey}
      go={t.rotateGo}
      onGo={go}
      onClose={onClose}
      busy={rotate.busy}
      fault={rotate.error?.message ?? null}
    >
      <label class="field">
        <span>{t.overlap}</span>
        <select
          class="input select"
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        >
          {HOURS.map((one) => (
            <option value={String(one)}>
              {one === 0 ? t.atOnce : one % 24 === 0 ? t.days(one / 24) : t.hours(one)}
            </option>
          ))}
        </select>
      </label>
    </Confirm>
  );
}

/** The end of a key, with what stops. */
export function RevokeKey({ of: key, onClose }: { readonly of: Key; readonly onClose: () => void }): VNode {
  const revoke = useAct(client.revokeKey);
  async function go(): Promise<void> {
    if (await revoke.run({ params: { id: key.id } })) onClose();
  }
  return (
    <Confirm
      title={t.revokeTitle(key.name || t.unnamed)}
      consequences={[
        key.last_used_at === null ? t.revokeUnused : t.revokeUsed(nearText(key.last_used_at)),
        t.revokeStops,
        t.revokeForGood,
      ]}
      keep={t.keepKey}
      go={t.revokeGo}
      onGo={go}
      onClose={onClose}
      busy={revoke.busy}
      fault={revoke.error?.message ?? null}
    />
  );
}
