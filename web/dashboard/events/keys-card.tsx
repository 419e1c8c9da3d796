import { KeyRound } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { dateText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventProps } from './event-data.ts';

/** The keys that sign the event's QR codes: a new one, or the end of one that others may know. */
export function KeysCard({ event }: EventProps): VNode {
  const [asking, ask] = useState<'rotate' | number | null>(null);
  const { answer, error, again } = useCall(client.listEventKeys, { params: { id: event.id } });
  const writes = may('events:write');
  return (
    <Card
      title={t.keysTitle}
      end={
        writes && (
          <Button size="s" icon={KeyRound} onClick={() => ask('rotate')}>
            {t.rotate}
          </Button>
        )
      }
    >
      <div class="stack">
        <p class="small quiet">{t.keysMore}</p>
        {!answer && (error ? <Problem error={error} again={again} /> : <Loading rows={2} />)}
        <ul class="event-pools">
          {answer?.data.keys.map(({ kid, status, created_at, public_key }) => (
            <li key={kid}>
              <span class="grow">
                <b>{t.keyNumber(kid)}</b> <KeyState status={status} />
                <small>{dateText(created_at)}</small>
              </span>
              <CopyButton text={public_key} label={common.copy} />
              {writes && status !== 'revoked' && (
                <Button size="s" kind="danger" onClick={() => ask(kid)}>
                  {t.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {asking === 'rotate' && <Rotate event={event} close={() => ask(null)} />}
      {typeof asking === 'number' && <Revoke event={event} kid={asking} close={() => ask(null)} />}
    </Card>
  );
}

function KeyState({ status }: { readonly status: 'signing' | 'valid' | 'revoked' }): VNode {
  const [meaning, glyph, text] = {
    signing: ['good', 'ring', t.keySigning] as const,
    valid: ['idle', 'ring', t.keyValid] as const,
    revoked: ['idle', 'dash', t.keyRevoked] as const,
  }[status];
  return (
    <Said meaning={meaning} glyph={glyph}>
      {text}
    </Said>
  );
}

type DialogProps = EventProps & { readonly close: () => void };

function Rotate({ event, close }: DialogProps): VNode {
  const act = useAct(client.rotateEventKeys);
  return (
    <Confirm
      title={t.rotateTitle}
      consequences={[t.rotate1]}
      keep={t.keepKey}
      go={t.rotate}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id } })) close();
      }}
      onClose={close}
    />
  );
}

function Revoke({ event, kid, close }: DialogProps & { readonly kid: number }): VNode {
  const act = useAct(client.revokeEventKey);
  return (
    <Confirm
      title={t.revokeTitle(kid)}
      consequences={[t.revoke1, t.revoke2]}
      keep={t.keepKey}
      go={t.revoke}
      word={t.revokeWord}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, kid: String(kid) } })) close();
      }}
      onClose={close}
    />
  );
}
