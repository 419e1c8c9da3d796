import { limits } from 'form:undoScan';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { nearText } from '../../kit/format/time.ts';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { asBody } from '../../kit/form/thing-form.tsx';
import { doorTexts as t } from './door-texts.ts';
import type { EventData, EventProps, ScanData } from './event-data.ts';
import { scanCodeText } from './scan-codes.ts';
import { orderTexts } from './order-texts.ts';
import { eventTexts } from './texts.ts';

const EVERY_MS = 5_000;

/** Every scan at every door, the refused ones with their reason. */
export function ScansCard({ event }: EventProps): VNode {
  const [undoing, undo] = useState<ScanData | null>(null);
  return (
    <section>
      <h2>{t.log}</h2>
      <List
        operation={client.listScans}
        params={{ id: event.id }}
        label={t.log}
        keyOf={({ id }) => id}
        isDim={({ result, undone_at }) => result === 'undone' || undone_at !== null}
        everyMs={EVERY_MS}
        views={[
          { name: t.all, query: {} },
          { name: t.refused, query: { result: 'rejected' } },
          { name: t.conflicts, query: { conflict: 'true' }, hot: true },
        ]}
        filters={[
          {
            name: 'result',
            label: t.result,
            kind: 'choice',
            options: RESULTS.map((one) => [one, resultText(one)]),
          },
          { name: 'gate', label: t.gate, kind: 'text' },
          { name: 'device_id', label: t.device, kind: 'text' },
          { name: 'ticket_id', label: t.code, kind: 'text' },
          { name: 'conflict', label: t.conflicts, kind: 'switch' },
        ]}
        sorts={[
          ['-recorded_at', common.newestFirst],
          ['recorded_at', common.oldestFirst],
        ]}
        nothing={t.scansNothing}
        empty={<Empty title={t.scansEmptyTitle} text={t.scansEmptyText} />}
        columns={columns(event, undo)}
      />
      {undoing && <UndoScan event={event} scan={undoing} close={() => undo(null)} />}
    </section>
  );
}

const RESULTS = ['admitted', 'exited', 'rejected', 'undone'] as const;

function resultText(result: ScanData['result']): string {
  return {
    admitted: t.resultAdmitted,
    exited: t.resultExited,
    rejected: t.resultRejected,
    undone: t.resultUndone,
  }[result];
}

/** What came of a scan, by shape and word. */
export function ScanResult({ result }: Pick<ScanData, 'result'>): VNode {
  const [meaning, glyph] = {
    admitted: ['good', 'tick'] as const,
    exited: ['idle', 'ring'] as const,
    rejected: ['bad', 'cross'] as const,
    undone: ['back', 'return'] as const,
  }[result];
  return (
    <Said meaning={meaning} glyph={glyph}>
      {resultText(result)}
    </Said>
  );
}

/** Why, and in which circumstances. */
export function scanMore({ code, forced, offline, undone_at, reason }: ScanData): string {
  return [
    code === null ? null : scanCodeText(code),
    forced ? t.forced : null,
    offline ? t.offline : null,
    undone_at === null ? null : t.undone,
    reason,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What scanned it: by its name, or as what it is. A key stands for the merchant's own programs. */
export function scannedBy({ device_name, device_id }: ScanData): string {
  return device_name ?? (device_id.startsWith('key_') ? eventTexts.channelApi : device_id);
}

/** When and where a ticket that is shown again came in first. */
function firstText({ at: time, gate, device }: NonNullable<ScanData['first_scan']>): string {
  return t.firstIn(nearText(time), gate ?? device);
}

function columns(
  { ticket_types: types }: EventData,
  undo: (scan: ScanData) => void,
): readonly Column<ScanData>[] {
  return [
    {
      key: 'result',
      title: t.result,
      phone: 1,
      cell: (scan) => (
        <>
          <ScanResult result={scan.result} />
          <small>{scanMore(scan)}</small>
        </>
      ),
    },
    {
      key: 'ticket',
      title: t.code,
      phone: 3,
      cell: ({ ticket_id, ticket_type_id, scanned }) =>
        ticket_id === null ? (
          <span class="mono clip">{scanned?.slice(0, SHOWN)}</span>
        ) : (
          <a class="link" href={at(`/events/tickets/${ticket_id}`)}>
            {types.find(({ id }) => id === ticket_type_id)?.name ?? orderTexts.ticket}
          </a>
        ),
    },
    {
      key: 'device',
      title: t.device,
      phone: 4,
      cell: (scan) => (
        <>
          {[scannedBy(scan), scan.gate].filter(Boolean).join(', ')}
          {scan.code === 'TICKET_ALREADY_USED' && scan.first_scan && (
            <small>{firstText(scan.first_scan)}</small>
          )}
        </>
      ),
    },
    { key: 'when', title: t.when, phone: 2, cell: ({ scanned_at }) => nearText(scanned_at) },
    {
      key: 'undo',
      title: common.menu,
      right: true,
      phone: 5,
      cell: (scan) =>
        (scan.result === 'admitted' || scan.result === 'exited') &&
        scan.undone_at === null &&
        may('events:write') && (
          <Button size="s" kind="ghost" onClick={() => undo(scan)}>
            {t.undo}
          </Button>
        ),
    },
  ];
}

/** Of what was no ticket of ours, as much as tells what it was. */
const SHOWN = 16;

function UndoScan({
  event,
  scan,
  close,
}: EventProps & { readonly scan: ScanData; readonly close: () => void }): VNode {
  const form = useForm({ limits, initial: { reason: '' } });
  const act = useAct(client.undoScan);
  return (
    <Confirm
      title={t.undoTitle}
      consequences={[t.undo1]}
      keep={t.keepScan}
      go={t.undo}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (!form.check()) return;
        const call = { params: { id: event.id, scanId: scan.id }, body: asBody(form.body()) };
        if (await act.run(call, form)) close();
      }}
      onClose={close}
    >
      <TextField form={form} name="reason" label={t.undoWhy} />
    </Confirm>
  );
}
