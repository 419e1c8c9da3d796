import { Download, Printer } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { saveFile } from '../../../kit/data/files.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { locale } from '../../../kit/text/locale.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { Figure } from '../figure.tsx';
import { useNames, type Names } from '../names.ts';
import { byId, when } from '../when.ts';
import { DrawerFlags } from './drawer-flags.tsx';
import { DrawerMovements, MoveForm } from './drawer-movements.tsx';
import { ReportLate, ReportSold, ReportTenders } from './report-cards.tsx';
import { differenceText, drawerName, type Report, type Session } from './report.ts';
import { cashTexts as t } from './texts.ts';
import '../till.css';

/** One drawer from opening to counting: what should be in it, or by how much it differed. */
export function DrawerPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const sees = may('cash:write');
  const call = when(sees, byId(id));
  const { answer, error, again } = useCall(client.getCashSession, call, { everyMs: 30_000 });
  const report = useCall(client.getCashReport, call, { everyMs: 30_000 }).answer?.data;
  const names = useNames();
  const session = answer?.data;
  const crumbs = [[t.title, at('/till/cash')]] as const;
  if (!sees)
    return (
      <Page title={t.drawer} crumbs={crumbs}>
        <NotAllowed scope="cash:write" />
      </Page>
    );
  if (!session || !report)
    return (
      <Page title={t.drawer} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const isOpen = session.status === 'open';
  return (
    <Page
      title={drawerName(session, names)}
      crumbs={crumbs}
      badge={<Status of="cash_session" status={session.status} pill />}
      lead={leadOf(session, names)}
      acts={
        <>
          <Button icon={Download} onClick={() => void saveReport(report)}>
            {t.pdf}
          </Button>
          <Button icon={Printer} onClick={() => print()}>
            {t.print}
          </Button>
          {isOpen && (
            <ButtonLink kind="primary" href={at(`/till/cash/${session.id}/close`)}>
              {t.countAndClose}
            </ButtonLink>
          )}
        </>
      }
    >
      <div class="stack">
        <Main report={report} />
        <DrawerFlags id={id} currency={report.currency} names={names} />
        <Columns
          main={
            <>
              <ReportTenders report={report} />
              <DrawerMovements id={id} currency={report.currency} names={names} />
            </>
          }
          side={
            <>
              {isOpen && <MoveForm id={id} currency={report.currency} people={names.people} />}
              <ReportSold report={report} />
              <ReportLate report={report} />
            </>
          }
        />
      </div>
    </Page>
  );
}

/** To be kept, mailed and signed. */
async function saveReport({ cash_session_id: id, kind, number }: Report): Promise<void> {
  try {
    const { data } = await client.getCashReportPdf({ params: { id }, query: { lang: locale.value } });
    saveFile(data, `${kind} ${number ?? ''} ${id}.pdf`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

function leadOf(session: Session, names: Names): string {
  const opened = t.openedAt(momentText(session.opened_at), names.person(session.opened_by));
  if (session.closed_at === null) return `${opened}.`;
  return `${t.opened} ${momentText(session.opened_at)}. ${t.closed} ${momentText(session.closed_at)}, ${names.person(session.closed_by)}.`;
}

/** The answer: of an open drawer what should be in it, of a closed one by how much it differed. */
function Main({ report }: { readonly report: Report }): VNode {
  const cash = report.tenders.find(({ tender }) => tender === 'cash');
  if (report.kind === 'X')
    return (
      <Figure label={t.shouldBe} more={t.xReport}>
        <Money amount={cash?.expected ?? 0} currency={report.currency} />
      </Figure>
    );
  const difference = cash?.difference ?? null;
  return (
    <div class={`till-differs ${Number(difference ?? 0) < 0 ? 'short' : ''}`}>
      <Figure
        label={`${t.difference}, ${t.zReport(report.number ?? 0)}`}
        more={differenceText(difference, report.currency)}
      >
        {difference === null ? '' : <Money amount={difference} currency={report.currency} />}
      </Figure>
      {report.note && <p class="quiet">{report.note}</p>}
      {report.unsynced_count !== null && report.unsynced_count > 0 && (
        <p class="fault">{t.unsynced(report.unsynced_count)}</p>
      )}
    </div>
  );
}
