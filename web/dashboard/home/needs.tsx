import type { VNode } from 'preact';
import { spanText } from '../../kit/format/time.ts';
import { isBareId } from '../../kit/format/words.ts';
import { Money } from '../../kit/parts/money.tsx';
import { GlyphShape } from '../../kit/parts/status.tsx';
import { listAddress } from './list-address.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type Need = Overview['needs'][number];

const GLYPHS = { bad: 'bang', wait: 'bang', idle: 'dashed' } as const;
const ACTS: Readonly<Partial<Record<Need['kind'], () => string>>> = {
  invoices_overdue: () => t.remind,
  cash_differs: () => t.check,
  drawers_flagged: () => t.check,
  webhooks_failing: () => t.mend,
  webhooks_disabled: () => t.mend,
  stock_low: () => t.order,
};
const MINUTE_MS = 60_000;

/** What waits for somebody, the most urgent first; each leads to its list. */
export function Needs({
  needs,
  currency,
}: {
  readonly needs: Overview['needs'];
  readonly currency: string;
}): VNode {
  return (
    <section class="home-needs">
      <h2>{t.needs}</h2>
      {needs.length === 0 ? (
        <p class="quiet">{t.nothingNeeds}</p>
      ) : (
        <ul>
          {needs.map((need) => (
            <li class={need.tone} key={need.kind}>
              <GlyphShape glyph={GLYPHS[need.tone]} />
              <div class="grow">
                <b>{t[need.kind](need.count)}</b>
                <p>
                  <Told need={need} currency={currency} />
                </p>
              </div>
              <Way need={need} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** To the one, or to the list of them. */
function Way({ need }: { readonly need: Need }): VNode | null {
  const href = listAddress(need);
  const act = (ACTS[need.kind] ?? (() => t.view))();
  if (href === null) return null;
  return (
    <a class="link small" href={href} aria-label={`${act}: ${t[need.kind](need.count)}`}>
      {act}
    </a>
  );
}

/** Of an address nobody gave a name, the host: paths fill lines, and tell people little. */
function hostOf(label: string): string {
  return /^https?:/.test(label) ? new URL(label).host : label;
}

const NUMBERED = /([A-Z]{2,}-[\w-]*\d[\w-]*|SHP-\w{4}-\w{4})/;

/** Text in which no number of a parcel or an invoice is broken at its dashes. */
function Whole({ text }: { readonly text: string }): VNode {
  return <>{text.split(NUMBERED).map((part, at) => (at % 2 ? <span class="nowrap">{part}</span> : part))}</>;
}

/** The oldest of them, or their names, in one sentence. */
function Told({ need, currency }: { readonly need: Need; readonly currency: string }): VNode {
  const { first, names, amount, waiting, count } = need;
  // What is short of stock is short by its name, not by how long.
  const isTimed = !need.kind.startsWith('stock_') && first.minutes !== null && first.minutes >= 1;
  const since = isTimed ? spanText((first.minutes ?? 0) * MINUTE_MS) : null;
  // What a server said begins with a capital.
  const colon = need.kind.startsWith('webhooks_') ? ': ' : ', ';
  const named = count > 1 && names.length > 1 && since === null;
  // What only the server calls so is no name to people: the list says whose they are.
  const label = isBareId(first.label) ? '' : hostOf(first.label);
  const said = named
    ? names
        .filter((name) => !isBareId(name))
        .map(hostOf)
        .join(', ')
    : count > 1 && since !== null
      ? [t.oldest(since), label].filter(Boolean).join(': ')
      : [[label, first.detail?.replace(/\.$/, '')].filter(Boolean).join(colon), since]
          .filter(Boolean)
          .join(', ');
  return (
    <>
      {amount !== null && <Money amount={amount} currency={currency} />}
      {amount !== null && said !== '' && ', '}
      <Whole text={said} />
      {waiting !== null && waiting > 0 && `. ${t.messagesWait(waiting)}`}
    </>
  );
}
