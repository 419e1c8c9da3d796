import { ScanLine } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { doorTexts as t } from './door-texts.ts';
import type { EventProps } from './event-data.ts';
import { PairDialog } from './pair-dialog.tsx';

const EVERY_MS = 10_000;
const LIMIT = 100;

/** Phones that may scan for the event, and the way to another one. */
export function ScannersCard({ event }: EventProps): VNode {
  const [asking, ask] = useState<'pair' | Ending | null>(null);
  const { answer, error, again } = useCall(
    client.listScannerDevices,
    { params: { id: event.id }, query: { limit: LIMIT } },
    { everyMs: EVERY_MS },
  );
  const writes = may('events:write') && (event.status === 'published' || event.status === 'draft');
  const devices = (answer?.data ?? []).filter(({ status }) => status === 'waiting' || status === 'paired');
  return (
    <Card
      title={t.scanners}
      end={
        writes && (
          <Button size="s" icon={ScanLine} onClick={() => ask('pair')}>
            {t.pair}
          </Button>
        )
      }
      bare
    >
      <ul class="line-rows">
        {error && !answer && (
          <li>
            <Problem error={error} again={again} />
          </li>
        )}
        {answer && devices.length === 0 && <li class="quiet">{t.noScanners}</li>}
        {devices.map(({ id, name, gate, role, status, expires_at }) => (
          <li key={id}>
            <span class="grow">
              <b>{name}</b>{' '}
              <span class="quiet">
                {[gate ?? t.anyGate, role === 'supervisor' ? t.supervisor.split(':')[0] : null]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <small class="faint"> {t.until(momentText(expires_at))}</small>
            </span>
            <span class="end">
              <Status of="pairing" status={status} />
            </span>
            {writes && (
              <Button size="s" kind="ghost" label={`${t.end}: ${name}`} onClick={() => ask({ id, name })}>
                {common.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking === 'pair' && <PairDialog event={event} close={() => ask(null)} />}
      {asking !== null && asking !== 'pair' && (
        <EndScanner event={event} device={asking} close={() => ask(null)} />
      )}
    </Card>
  );
}

type Ending = { readonly id: string; readonly name: string };

function EndScanner({
  event,
  device,
  close,
}: EventProps & { readonly device: Ending; readonly close: () => void }): VNode {
  const act = useAct(client.revokeScannerDevice);
  return (
    <Confirm
      title={t.endTitle(device.name)}
      consequences={[t.end1, t.end2]}
      keep={t.keepScanner}
      go={t.end}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, deviceId: device.id } })) close();
      }}
      onClose={close}
    />
  );
}
