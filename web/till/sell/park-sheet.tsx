import { Pause, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import { countOf } from '../cart/cart.ts';
import type { ParkedSale } from '../data/till-store.ts';
import { Sum } from '../data/money.tsx';
import { parkCart, takeUp } from '../state/park.ts';
import { goHome } from '../state/place.ts';
import { asked, cart, db } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Puts the sale aside, or takes one up again that was. */
export function ParkSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const id = useId();
  const [name, setName] = useState(cart.value.customer?.name ?? '');
  const [parked, setParked] = useState<readonly ParkedSale[]>([]);
  const read = async (): Promise<void> => setParked((await db.value?.getAll('parked')) ?? []);
  useEffect(() => void read(), []);
  const isEmpty = cart.value.lines.length === 0;
  const acts = isEmpty ? undefined : (
    <Button
      kind="primary"
      icon={Pause}
      off={asked.value !== null && t.askedFirst}
      onClick={() => void parkCart(name.trim()).then((isAside) => isAside && (onClose(), goHome()))}
    >
      {t.parkThis}
    </Button>
  );
  return (
    <Dialog title={t.parkedSales} onClose={onClose} {...(acts ? { acts } : {})}>
      {!isEmpty && (
        <div class="field">
          <label for={id}>{t.parkName}</label>
          <Input
            id={id}
            type="text"
            class="input"
            maxLength={60}
            autocomplete="off"
            value={name}
            onText={setName}
          />
          <small>{t.parkHint}</small>
        </div>
      )}
      {parked.length === 0 && isEmpty && <p class="quiet">{t.noneParked}</p>}
      <ul class="parked">
        {parked.map((sale) => (
          <li key={sale.id} class="row">
            <button
              type="button"
              class="parked-sale grow"
              disabled={!isEmpty}
              onClick={() => void takeUp(sale).then((isUp) => isUp && onClose())}
            >
              <b>{sale.name === '' ? t.itemsOf(countOf(sale.cart)) : sale.name}</b>
              <span class="quiet small">
                {timeText(sale.parkedAt)}, <Sum minor={sale.totalMinor} />
                {isInParts(sale) && `, ${t.inParts}`}
              </span>
            </button>
            {!isInParts(sale) && (
              <Button
                kind="ghost"
                icon={Trash2}
                label={common.remove}
                onClick={() => void db.value?.delete('parked', sale.id).then(read)}
              />
            )}
          </li>
        ))}
      </ul>
      {parked.length > 0 && !isEmpty && <p class="small quiet">{t.finishFirst}</p>}
    </Dialog>
  );
}

/** Money was taken for it: it is not thrown away. */
function isInParts({ split, cart: { parts = [] } }: ParkedSale): boolean {
  return split !== undefined || parts.length > 0;
}
