import { CalendarPlus, FilePlus, Link, PackagePlus, Plus, ShoppingBag } from 'lucide';
import type { VNode } from 'preact';
import { may } from '../../kit/data/session.ts';
import { useCall } from '../../kit/data/queries.ts';
import { dayOf, longDayText, timeText } from '../../kit/format/time.ts';
import { useAddress } from '../../kit/list/address.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { MoneyIn } from './money-in.tsx';
import { Needs } from './needs.tsx';
import type { Overview } from './overview.ts';
import { Start } from './start.tsx';
import { homeTexts as t } from './texts.ts';
import { Today } from './today.tsx';
import './home.css';
import { client } from '../../kit/data/client.ts';

const DAYS = [7, 30, 90] as const;
const EVERY_MS = 60_000;

/** Home: what came in, what needs somebody, how everything stands; for a new merchant where to begin. */
export function HomePage(): VNode {
  const { query, change } = useAddress();
  const days = DAYS.find((one) => String(one) === query['days']) ?? 30;
  const { answer, error, again, updatedAtMs } = useCall(
    client.getOverview,
    { query: { days } },
    { everyMs: EVERY_MS },
  );
  const overview = answer?.data;
  const city = overview?.time_zone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  return (
    <Page
      title={overview ? longDayText(overview.at) : t.home}
      name={t.home}
      lead={overview && t.soFar(city, timeText(updatedAtMs))}
      acts={
        <>
          <Segmented
            label={t.chart(days)}
            value={days}
            options={DAYS.map((one) => [one, t.days(one)] as const)}
            onChange={(next) => change({ days: next === 30 ? null : String(next) })}
          />
          <NewMenu />
        </>
      }
    >
      {overview ? (
        <Board overview={overview} days={days} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Board({ overview, days }: { readonly overview: Overview; readonly days: number }): VNode {
  const { checklist, money_in, needs, today } = overview;
  const isNew = !checklist.steps.some(({ step, done }) => step.startsWith('first_') && done === true);
  return (
    <>
      {isNew && <Start checklist={checklist} />}
      <div class="home-top">
        {money_in ? (
          <MoneyIn overview={overview} money={money_in} days={days} />
        ) : (
          <p class="quiet">{t.nothingHere}</p>
        )}
        <Needs needs={needs} currency={overview.currency} />
      </div>
      <Today today={today} currency={overview.currency} day={dayOf(overview.at)} />
      {!isNew && checklist.done < checklist.of && (
        <details class="home-more">
          <summary>
            {t.start}. {t.doneOf(checklist.done, checklist.of)}
          </summary>
          <Start checklist={checklist} />
        </details>
      )}
    </>
  );
}

/** What people begin most often, from anywhere in a second. */
function NewMenu(): VNode {
  return (
    <Menu
      label={t.new}
      class="button primary main-act"
      items={[
        may('shipping:write') && { name: t.newDelivery, icon: PackagePlus, href: at('/deliveries/new') },
        may('events:write') && { name: t.newEvent, icon: CalendarPlus, href: at('/events/new') },
        may('invoices:write') && { name: t.newInvoice, icon: FilePlus, href: at('/invoices/new') },
        may('payment_links:write') && { name: t.newLink, icon: Link, href: at('/payments/links/new') },
        may('pos:write') && { name: t.newProduct, icon: ShoppingBag, href: at('/till/products/new') },
      ]}
    >
      <Icon of={Plus} />
      {t.new}
    </Menu>
  );
}
