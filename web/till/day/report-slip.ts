import type { CashReport } from '@cottontree/contract';
import { momentText } from '../../kit/format/time.ts';
import type { Slip } from '../receipt/slip.ts';
import { session, terminal } from '../state/signals.ts';
import { t } from '../texts.ts';
import { figuresOf, groupLines } from './report-figures.tsx';

/** An X or Z report as it is printed. */
export function reportSlip(report: CashReport): Slip {
  const title = report.kind === 'Z' ? t.zReport(report.number ?? 0) : t.xReport;
  return {
    title,
    head: [terminal.value?.name ?? '', session.value?.name ?? ''],
    banners: report.test === true ? [t.testReceipt] : [],
    parts: [
      [
        { left: t.openedAt, right: momentText(report.opened_at) },
        ...(report.closed_at === null ? [] : [{ left: t.closedAt, right: momentText(report.closed_at) }]),
        ...(report.unsynced_count === null
          ? []
          : [{ left: t.heldBack, right: String(report.unsynced_count) }]),
      ],
      ...figuresOf(report).map((group) => groupLines(group, report.currency)),
    ],
    foot: report.hash === null ? [] : [report.hash],
    qr: null,
  };
}
