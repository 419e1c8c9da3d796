import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import type { TicketData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';
import { scanMore, scannedBy, ScanResult } from './scans-card.tsx';

const LIMIT = 20;

/** Where and when a ticket was shown, the latest first. */
export function TicketScans({ ticket }: { readonly ticket: TicketData }): VNode | null {
  const { answer } = useCall(
    client.listScans,
    may('tickets:scan')
      ? { params: { id: ticket.event_id }, query: { ticket_id: ticket.id, limit: LIMIT } }
      : null,
  );
  if (!answer) return null;
  return (
    <Card title={t.scans} bare>
      <ul class="line-rows">
        {answer.data.length === 0 && <li class="quiet">{t.noScans}</li>}
        {answer.data.map((scan) => (
          <li key={scan.id}>
            <span class="grow">
              <ScanResult result={scan.result} /> <small class="quiet">{scanMore(scan)}</small>
            </span>
            <span class="end">
              {[scan.gate, scannedBy(scan), nearText(scan.scanned_at)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
