import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './tabs.css';

type View = {
  readonly name: string;
  readonly href: string;
  readonly on: boolean;
  readonly count?: number | undefined;
  /** Shown where its number is not known here; it may find it out. */
  readonly counted?: ComponentChildren;
  readonly hot?: boolean;
};

/** So much of the tab before is seen that one knows that there is one. */
const EDGE_PX = 56;

/** Saved views of a list, or the parts of a thing: links, so that each can be sent to a colleague. */
export function Views({
  views,
  label,
  end,
}: {
  readonly views: readonly View[];
  readonly label: string;
  readonly end?: ComponentChildren;
}): VNode {
  const frame = useRef<HTMLElement>(null);
  const open = views.find(({ on }) => on)?.href;
  // Where they do not all fit, the open one is in sight.
  useEffect(() => {
    const tab = frame.current?.querySelector<HTMLElement>('[aria-current]');
    if (frame.current && tab) frame.current.scrollLeft = tab.offsetLeft - EDGE_PX;
  }, [open]);
  return (
    <nav class="views" aria-label={label} ref={frame}>
      {views.map(({ name, href, on, count, counted, hot }) => (
        <a href={href} class={on ? 'on' : ''} aria-current={on ? 'page' : undefined}>
          {name}
          {counted ?? <ViewCount count={count} hot={hot} />}
        </a>
      ))}
      {end}
    </nav>
  );
}

/** How many a view shows; red where there should be none and are some. */
export function ViewCount({
  count,
  hot = false,
}: {
  readonly count: number | undefined;
  readonly hot?: boolean | undefined;
}): VNode | null {
  return count === undefined ? null : (
    <em class={hot && count > 0 ? 'hot' : ''}>{count.toLocaleString('en')}</em>
  );
}

/** One of a few, all of them seen. */
export function Segmented<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}): VNode {
  return (
    <div class="segmented" role="group" aria-label={label}>
      {options.map(([one, name]) => (
        <button type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
          {name}
        </button>
      ))}
    </div>
  );
}
