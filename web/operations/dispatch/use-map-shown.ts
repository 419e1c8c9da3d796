import { useState } from 'preact/hooks';
import { useAddress } from '../../kit/list/address.ts';

const KEY = 'ct.board-map';
/** Beside four columns there is room for it from here on. */
const ROOM = '(min-width: 75em)';

/** Whether the map stands beside the board: as the address says, else as it was left on this device, else where there is room. */
export function useMapShown(): { readonly isShown: boolean; readonly turn: () => void } {
  const { query, change } = useAddress();
  const [kept, setKept] = useState(() => localStorage.getItem(KEY) ?? '');
  const isShown = (query['map'] ?? (kept || whereThereIsRoom())) === 'on';
  return {
    isShown,
    turn: () => {
      const next = isShown ? 'off' : 'on';
      localStorage.setItem(KEY, next);
      setKept(next);
      change({ map: query['map'] === undefined ? null : next });
    },
  };
}

/** A map is much to load for who pays by the megabyte: they open it. */
function whereThereIsRoom(): string {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return matchMedia(ROOM).matches && connection?.saveData !== true ? 'on' : 'off';
}
