import { useEffect, useState } from 'preact/hooks';
import { sumText } from '../data/money.tsx';
import type { KeptSplit } from '../data/till-store.ts';
import { db, split } from '../state/signals.ts';
import { backsInDoubt } from '../state/take-back.ts';
import { t } from '../texts.ts';

/** What nobody knows yet whether it went through, in words: the drawer may have given or got its cash. */
export function useDoubts(): readonly string[] {
  const [aside, setAside] = useState<readonly (KeptSplit | undefined)[]>([]);
  useEffect(
    () =>
      void db.value
        ?.getAll('parked')
        .then((parked) => setAside(parked.map((sale) => sale.split)))
        .catch(() => undefined),
    [],
  );
  const parts = [split.value, ...aside].filter((one) => one?.act);
  return [
    ...backsInDoubt.value.map(({ number, minor }) => t.saleInDoubt(number, sumText(minor))),
    ...parts.map(() => t.partInDoubt),
  ];
}
