import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { Timeline, type Happening } from '../../kit/parts/timeline.tsx';
import { statusText } from '../../kit/text/statuses.ts';
import { hrefOfThing } from '../shell/things.ts';
import type { Dealing, Kind, LineOfTime } from './line-of-time.ts';
import { customersTexts as t } from './texts.ts';
import './customers.css';

/** Everything with a customer on one line of time, or one kind of it alone. */
export function Dealings({ line }: { readonly line: LineOfTime }): VNode {
  const [kind, choose] = useState<Kind | 'all'>('all');
  const { totals, dealings, fault, readMore } = line;
  const names: Readonly<Record<Kind, string>> = {
    sale: t.sales,
    invoice: t.invoices,
    payment: t.payments,
    delivery: t.deliveries,
  };
  const kinds = (Object.keys(names) as Kind[]).filter((one) => (totals[one] ?? 0) > 0);
  const shown = dealings.filter((one) => kind === 'all' || one.kind === kind);
  return (
    <Card title={t.line}>
      <div class="stack">
        {kinds.length > 1 && (
          <Segmented
            label={t.line}
            value={kind}
            onChange={choose}
            options={[
              ['all', t.all] as const,
              ...kinds.map(
                (one) => [one, `${names[one]} ${(totals[one] ?? 0).toLocaleString('en')}`] as const,
              ),
            ]}
          />
        )}
        {fault !== null && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {line.loading ? (
          <Loading rows={4} />
        ) : shown.length === 0 ? (
          <p class="quiet">{t.lineEmpty}</p>
        ) : (
          <Timeline happenings={shown.map(happeningOf)} />
        )}
        {readMore && (
          <div>
            <Button size="s" onClick={readMore}>
              {t.showMore}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function happeningOf(dealing: Dealing): Happening {
  const [meaning, glyph] = lookOf(dealing.kind, dealing.status);
  const href = hrefOfThing(dealing.kind, dealing.id)?.href ?? '';
  return {
    title: (
      <span class="dealing">
        <a class="link" href={href}>
          {dealing.name}
        </a>
        {dealing.amount !== 0 && <Money amount={dealing.amount} currency={dealing.currency} />}
      </span>
    ),
    at: dealing.at,
    text: [statusText(dealing.status) ?? wordsOf(dealing.status), dealing.more].filter(Boolean).join('. '),
    meaning,
    glyph,
  };
}
