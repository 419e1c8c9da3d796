import { CircleAlert, Wallet } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { dayOf, longDayText } from '../../../kit/format/time.ts';
import { Share } from '../../../kit/parts/bars.tsx';
import { Icon } from '../../../kit/parts/icon.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { Figure } from '../figure.tsx';
import { tenderText } from '../texts.ts';
import { salesTexts as t } from './texts.ts';
import { when } from '../when.ts';

const REFRESH_MS = 30_000;
const COLOURS = 5;

/** What was taken today, by which ways, and what needs somebody. */
export function Today(): VNode | null {
  const today = dayOf(Date.now());
  const mayReport = may('reports:read');
  const asked = { from: today, to: today };
  const byDay = useCall(client.reportSales, when(mayReport, { query: { ...asked, group_by: 'day' } }), {
    everyMs: REFRESH_MS,
  });
  const day = byDay.answer?.data[0];
  const ways =
    useCall(client.reportSales, when(mayReport, { query: { ...asked, group_by: 'channel' } }), {
      everyMs: REFRESH_MS,
    }).answer?.data ?? [];
  const currency = day?.currency ?? 'SLE';
  const count = day?.sales ?? 0;
  const taken = Number(day?.collected ?? 0);
  return (
    <div class="till-today">
      {mayReport && (
        <div>
          <Figure
            label={`${t.takenToday}, ${longDayText(Date.now())}`}
            more={
              count > 0 ? (
                <>
                  {t.salesToday(count)}, <Money amount={taken / count} currency={currency} /> {t.onAverage}
                  {Number(day?.refunded ?? 0) > 0 && (
                    <>
                      , <Money amount={day?.refunded ?? 0} currency={currency} /> {t.back}
                    </>
                  )}
                </>
              ) : byDay.answer ? (
                t.noneYet
              ) : (
                byDay.error && common.notLoaded
              )
            }
          >
            {/* Until it is known, it is not nothing. */}
            {byDay.answer ? <Money amount={taken} currency={currency} /> : <span class="faint">…</span>}
          </Figure>
          {ways.length > 0 && (
            <Ways
              ways={ways.map(({ group, collected }) => [group, Number(collected ?? 0)])}
              currency={currency}
            />
          )}
        </div>
      )}
      <Needs />
    </div>
  );
}

function Ways({
  ways,
  currency,
}: {
  readonly ways: readonly (readonly [tender: string, sum: number])[];
  readonly currency: string;
}): VNode {
  const total = ways.reduce((sum, [, amount]) => sum + Math.max(0, amount), 0);
  const colourOf = (index: number): string => `chart-${(index % COLOURS) + 1}`;
  return (
    <>
      <Share parts={ways.map(([, amount], index) => [Math.max(0, amount), colourOf(index)])} total={total} />
      <dl class="legend">
        {ways.map(([tender, amount], index) => (
          <div>
            <dt class={colourOf(index)}>{tenderText(tender)}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Needs(): VNode {
  const [readsSales, opensDrawers] = [may('pos:read'), may('cash:write')];
  const sales = useCall(client.listSales, when(readsSales, { query: { flagged: true, limit: 1 } }));
  const drawers = useCall(
    client.listCashSessions,
    when(opensDrawers, { query: { status: 'open', limit: 1 } }),
  );
  const flagged = sales.answer?.meta.total ?? 0;
  const open = drawers.answer?.meta.total ?? 0;
  const isKnown = (!readsSales || sales.answer) && (!opensDrawers || drawers.answer);
  const failed = sales.error ?? drawers.error;
  return (
    <section class="till-needs">
      <h2>{t.needsYou}</h2>
      <ul>
        {flagged > 0 && (
          <Need icon={<Icon of={CircleAlert} />} href={at('/till?flagged=true')} more={t.toLookAtMore}>
            {t.toLookAt(flagged)}
          </Need>
        )}
        {open > 0 && (
          <Need icon={<Icon of={Wallet} />} href={at('/till/cash')} more={t.drawersOpenMore}>
            {t.drawersOpen(open)}
          </Need>
        )}
        {flagged + open === 0 && isKnown && <li class="small quiet">{t.nothingToDo}</li>}
        {!isKnown && failed && <li class="small quiet">{common.notLoaded}</li>}
      </ul>
    </section>
  );
}

function Need({
  icon,
  href,
  more,
  children,
}: {
  readonly icon: VNode;
  readonly href: string;
  readonly more: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <li>
      {icon}
      <span class="grow">
        <b>{children}</b>
        <small>{more}</small>
      </span>
      <a class="link" href={href}>
        {common.view}
      </a>
    </li>
  );
}
