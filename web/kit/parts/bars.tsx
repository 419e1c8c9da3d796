import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { amountText, moneyText } from '../format/money.ts';
import { useMedia } from './use-media.ts';
import './bars.css';

export type Source = { readonly name: string; readonly colour: 0 | 1 | 2 | 3 | 4 | 5 };
export type Bar = { readonly label: string; readonly title: string; readonly parts: readonly number[] };

/** As it is drawn at a desk and on a phone; `width` until it is known how wide it stands. */
const DESK = { width: 760, height: 226, labels: 5, most: Number.POSITIVE_INFINITY };
const PHONE = { width: 328, height: 150, labels: 2, most: 14 };
const GAP = 1.3;

/**
 * Amounts by day, one colour a source, today full and the past at 82 %; the same as a table for readers. On a phone the
 * last 14 of them, as wide as a finger; `onPhone` where others tell more there.
 */
export function Bars({
  sources,
  bars: all,
  onPhone = all,
  currency,
  label,
}: {
  readonly sources: readonly Source[];
  readonly bars: readonly Bar[];
  readonly onPhone?: readonly Bar[];
  readonly currency: string;
  readonly label: string;
}): VNode {
  const isPhone = useMedia('(max-width: 45em)');
  const { width: usual, height, labels, most } = isPhone ? PHONE : DESK;
  const [figure, width] = useWidth(usual);
  const bars = (isPhone ? onPhone : all).slice(-most);
  const top = niceTop(Math.max(0, ...bars.map(({ parts }) => sum(parts))));
  const step = width / bars.length;
  const scale = (amount: number): number => (amount / top) * (height - 22);
  const each = Math.max(1, Math.ceil(bars.length / labels));
  return (
    <figure class="bars" ref={figure}>
      <svg viewBox={`0 -8 ${width} ${height + 30}`} role="img" aria-label={label}>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <path class="grid" d={`M0 ${height - scale(top * part)}H${width}`} />
        ))}
        {[0.5, 1].map((part) => (
          <text x="0" y={height - scale(top * part) - 5}>
            {shortAmount(top * part)}
          </text>
        ))}
        {bars.map((bar, at) => (
          <BarStack
            bar={bar}
            x={at * step}
            width={Math.max(2, step * 0.68)}
            scale={scale}
            base={height}
            sources={sources}
            last={at === bars.length - 1}
          />
        ))}
        {bars.map((bar, at) =>
          at === bars.length - 1 ? (
            <text class="now" x={width} y={height + 17} text-anchor="end">
              {bar.label}
            </text>
          ) : at % each === 0 && at < bars.length - each / 2 ? (
            <text x={at * step} y={height + 17}>
              {bar.label}
            </text>
          ) : null,
        )}
      </svg>
      <div class="hidden-text">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {sources.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map(({ title, parts }) => (
              <tr>
                <th scope="row">{title}</th>
                {parts.map((part) => (
                  <td>{moneyText(part, currency)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** How wide it stands: drawn to that measure, its letters are as large as others of the page. */
function useWidth(usual: number): [figure: { readonly current: HTMLElement | null }, width: number] {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const at = figure.current;
    if (!at) return;
    const measure = (): void => setWidth(Math.max(1, Math.round(at.clientWidth)));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(at);
    return () => watch.disconnect();
  }, []);
  return [figure, width];
}

function BarStack({
  bar,
  x,
  width,
  scale,
  base,
  sources,
  last,
}: {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly scale: (amount: number) => number;
  /** Where amounts begin. */
  readonly base: number;
  readonly sources: readonly Source[];
  readonly last: boolean;
}): VNode {
  let below = 0;
  return (
    <g class={last ? '' : 'past'}>
      <title>{bar.title}</title>
      {bar.parts.map((part, at) => {
        const from = below;
        below += part;
        const tall = scale(part) - GAP;
        return tall > 0.4 ? (
          <rect
            class={`chart-${sources[at]?.colour ?? 5}`}
            x={x}
            y={base - scale(from) - tall}
            width={width}
            height={tall}
            rx="1.5"
          />
        ) : null;
      })}
    </g>
  );
}

/** What each colour stands for, with the sum. */
export function Legend({
  sources,
  sums,
  currency,
}: {
  readonly sources: readonly Source[];
  readonly sums: readonly number[];
  readonly currency: string;
}): VNode {
  return (
    <dl class="legend">
      {sources.map(({ name, colour }, at) => (
        <div>
          <dt class={`chart-${colour}`}>{name}</dt>
          <dd>
            <span class="money">
              <i>{moneyText(0, currency).split(' ')[0]} </i>
              {amountText(sums[at] ?? 0, currency)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Parts of a whole in one line. */
export function Share({
  parts,
  total,
}: {
  readonly parts: readonly (readonly [amount: number, colour: string])[];
  readonly total: number;
}): VNode {
  return (
    <div class="share" aria-hidden="true">
      {parts.map(([amount, colour]) => (
        <i class={colour} style={{ width: `${total > 0 ? (amount / total) * 100 : 0}%` }} />
      ))}
    </div>
  );
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}

/** The next of 1, 2, 4, 5, 8 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 5, 8].find((step) => step * power >= most) ?? 10) * power;
}

/** `10k`: the one place where an amount is shortened, an axis. */
function shortAmount(amount: number): string {
  if (amount >= 1_000_000) return `${amount / 1_000_000}m`;
  return amount >= 1_000 ? `${amount / 1_000}k` : String(amount);
}
