import type { Call } from '@cottontree/client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { localTime } from '../../../kit/format/local-time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { eventKinds } from '../log/values.ts';
import { deliveryTexts as t } from './delivery-texts.ts';

type Body = Call<'recoverWebhook'>['body'];

const DAY_MS = 86_400_000;
const SETTLED_MS = 350;
const statuses = ['failed', 'skipped', 'pending'] as const;
type Status = (typeof statuses)[number];

/** Sends again what an endpoint missed: what that is is counted before anything is sent. */
export function Recover({
  endpointId,
  since: failingSince,
  onClose,
}: {
  readonly endpointId: string;
  readonly since: string | null;
  readonly onClose: () => void;
}): VNode {
  const recover = useAct(client.recoverWebhook);
  const [since, setSince] = useState(localTime(failingSince ?? Date.now() - DAY_MS));
  const [until, setUntil] = useState('');
  const [which, setWhich] = useState<readonly Status[]>(['failed', 'skipped', 'pending']);
  const [events, setEvents] = useState<readonly string[]>([]);
  const body = {
    since,
    status: which,
    ...(until ? { until } : {}),
    ...(events.length > 0 ? { events } : {}),
  } as unknown as Body;
  const { total, fault } = useCount(endpointId, which.length > 0 && since !== '' ? body : null);

  async function go(): Promise<void> {
    const answer = await recover.run({ params: { id: endpointId }, body });
    if (!answer) return;
    toast(t.recoveringToast(answer.data.total), {
      name: t.follow,
      href: `${at(`/developers/webhooks/${endpointId}`)}?part=recoveries`,
    });
    onClose();
  }
  const acts = [
    <Button onClick={onClose}>{common.cancel}</Button>,
    <Button
      kind="primary"
      busy={recover.busy}
      off={!total && (which.length === 0 ? t.pickWhich : total === 0 ? t.nothingToDo : t.counting)}
      onClick={() => void go()}
    >
      {t.recoverGo(total ?? 0)}
    </Button>,
  ];
  return (
    <Dialog title={t.recoverTitle} onClose={onClose} acts={acts}>
      <p class="quiet">{t.recoverText}</p>
      <div class="fields two">
        <label class="field">
          <span>{t.since}</span>
          <Input class="input" type="datetime-local" value={since} onText={setSince} />
        </label>
        <label class="field">
          <span>{t.until}</span>
          <Input class="input" type="datetime-local" value={until} onText={setUntil} />
          <small>{t.untilHint}</small>
        </label>
      </div>
      <Which which={which} set={setWhich} />
      <Kinds events={events} set={setEvents} />
      <p class="recover-total" role="status">
        {which.length === 0 ? (
          t.pickWhich
        ) : total === null ? (
          fault === null && t.counting
        ) : total === 0 ? (
          t.nothingToDo
        ) : (
          <b>{t.matches(total)}</b>
        )}
      </p>
      {(fault ?? recover.error?.message) && (
        <p class="fault" role="alert">
          {fault ?? recover.error?.message}
        </p>
      )}
    </Dialog>
  );
}

/** How many match, counted by the server whenever what is asked for stands still. */
function useCount(
  endpointId: string,
  body: Body | null,
): { readonly total: number | null; readonly fault: string | null } {
  const count = useAct(client.recoverWebhook);
  const [total, setTotal] = useState<number | null>(null);
  const asked = JSON.stringify(body);
  useEffect(() => {
    setTotal(null);
    if (body === null) return undefined;
    let ended = false;
    const timer = setTimeout(async () => {
      const answer = await count.run({ params: { id: endpointId }, body: { ...body, dry_run: true } });
      if (!ended) setTotal(answer?.data.total ?? null);
    }, SETTLED_MS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return { total, fault: count.error?.message ?? null };
}

function Which({
  which,
  set,
}: {
  readonly which: readonly Status[];
  readonly set: (next: readonly Status[]) => void;
}): VNode {
  const names = { failed: t.whichFailed, skipped: t.whichSkipped, pending: t.whichPending };
  return (
    <fieldset class="choices one-column">
      <legend>{t.which}</legend>
      <div>
        {statuses.map((one) => (
          <label>
            <input
              type="checkbox"
              class="check"
              checked={which.includes(one)}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...which, one] : which.filter((other) => other !== one))
              }
            />
            {names[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Kinds({
  events,
  set,
}: {
  readonly events: readonly string[];
  readonly set: (next: readonly string[]) => void;
}): VNode {
  return (
    <details class="sort">
      <summary>
        {t.onlyEvents}
        {events.length > 0 && <span class="tag good">{events.length}</span>}
      </summary>
      <small class="faint">{t.onlyEventsHint}</small>
      <div class="kinds">
        {eventKinds.map((kind) => (
          <label class="scope">
            <input
              type="checkbox"
              class="check"
              checked={events.includes(kind)}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...events, kind] : events.filter((one) => one !== kind))
              }
            />
            <code>{kind}</code>
          </label>
        ))}
      </div>
    </details>
  );
}
