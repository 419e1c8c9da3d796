import { CircleAlert } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { wordsOf } from '../../../kit/format/words.ts';
import { Money } from '../../../kit/parts/money.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import type { Names } from '../names.ts';
import { flagTexts as t } from './flag-texts.ts';

type DrawerFlagsProps = {
  readonly id: string;
  readonly currency: string;
  readonly names: Names;
};

/** What the till did here without network and the service would have said otherwise: each with who did it, when, and how much. */
export function DrawerFlags({ id, currency, names }: DrawerFlagsProps): VNode | null {
  const { answer } = useCall(client.listDrawerFlags, { params: { id }, query: { limit: 100 } });
  const flagged = answer?.data ?? [];
  const more = (answer?.meta.total ?? 0) - flagged.length;
  if (flagged.length === 0) return null;
  return (
    <Note meaning="wait" icon={CircleAlert}>
      <b>{t.lookAt}</b>
      <ul>
        {flagged.map((one) => (
          <li key={one.client_id}>
            <b>
              {t[one.kind]}
              {one.amount !== null && (
                <>
                  {' '}
                  <Money amount={one.amount} currency={currency} />
                </>
              )}
            </b>
            : {one.flags.map(flagText).join(' ')}
            <small class="till-more">
              {[nearText(one.occurred_at), names.person(one.staff_id)].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t.more(more)}</p>}
    </Note>
  );
}

/** In words, also what a newer server flags. */
function flagText(flag: string): string {
  const key = `flag_${flag}`;
  return Object.hasOwn(t, key) ? String(t[key as keyof typeof t]) : wordsOf(flag);
}
