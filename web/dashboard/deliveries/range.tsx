import type { VNode } from 'preact';
import { dayOf } from '../../kit/format/time.ts';
import { useAddress, type Query } from '../../kit/list/address.ts';
import { Input } from '../../kit/parts/input.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { texts } from '../../kit/text/texts.ts';

const t = texts(
  { span: 'Time', days: (count: number) => `${count} days`, from: 'First day', to: 'Last day' },
  { span: 'Tɛm', days: (count) => `${count} dez`, from: 'Fɔs de', to: 'Las de' },
);

const SPANS = [7, 30, 90] as const;
const SPAN_DEFAULT = 30;
const DAY_MS = 86_400_000;

/** The days that a report is asked for; without any the last 30. */
export function rangeOf(query: Query): { readonly from?: string; readonly to?: string } {
  const { from, to } = query;
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The days of a report, in the address: the last 7, 30 or 90, or from one to another. */
export function Range(): VNode {
  const { query, change } = useAddress();
  const first = (days: number): string => dayOf(Date.now() - (days - 1) * DAY_MS);
  const chosen = query['from']
    ? (SPANS.find((days) => !query['to'] && query['from'] === first(days)) ?? 0)
    : query['to']
      ? 0
      : SPAN_DEFAULT;
  return (
    <div class="range row wrap">
      <Segmented
        label={t.span}
        options={SPANS.map((days) => [days as number, t.days(days)] as const)}
        value={chosen}
        onChange={(days) => change({ from: days === SPAN_DEFAULT ? null : first(days), to: null })}
      />
      <label class="row small">
        <span class="quiet">{t.from}</span>
        <Input
          class="input"
          type="date"
          value={query['from'] ?? first(SPAN_DEFAULT)}
          onText={(from) => change({ from: from || null })}
        />
      </label>
      <label class="row small">
        <span class="quiet">{t.to}</span>
        <Input
          class="input"
          type="date"
          value={query['to'] ?? dayOf(Date.now())}
          onText={(to) => change({ to: to || null })}
        />
      </label>
    </div>
  );
}
