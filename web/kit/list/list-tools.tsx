import { ArrowDownWideNarrow, ChevronLeft, ChevronRight, Columns3, Search } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { Column } from '../parts/table.tsx';
import { common } from '../text/common.ts';
import { useAddress } from './address.ts';
import './list-page.css';

const TYPING_MS = 250;

/** The orders a list has, as its operation calls them and as people do; the first is the usual one. */
export type Sorts = readonly (readonly [value: string, name: string])[];

/** Where a list stands. */
export type Meta = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly has_next_page: boolean;
};

export function SearchField({
  value,
  placeholder,
  set,
}: {
  readonly value: string;
  readonly placeholder: string;
  readonly set: (text: string | null) => void;
}): VNode {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  // The address may change by a view or a filter; while somebody types, the field is theirs.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  // The view or a filter may be another by then, and whoever has left the page stays away.
  const setNow = useRef(set);
  setNow.current = set;
  const typing = (text: string): void => {
    const { pathname } = location;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => location.pathname === pathname && setNow.current(text.trim() || null),
      TYPING_MS,
    );
  };
  return (
    <label class="list-search">
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        placeholder={placeholder}
        aria-label={placeholder}
        size={placeholder.length}
        defaultValue={value}
        onInput={(event) => typing(event.currentTarget.value)}
      />
    </label>
  );
}

/** In which order a list stands; on a phone it is asked among the filters, where there are any. */
export function SortChoice({
  sorts,
  amongFilters = false,
}: {
  readonly sorts: Sorts;
  readonly amongFilters?: boolean;
}): VNode | null {
  const { query, change } = useAddress();
  if (sorts.length < 2) return null;
  return (
    <label class={`chip sort ${amongFilters ? 'desk' : ''}`}>
      <Icon of={ArrowDownWideNarrow} size="s" />
      <select
        aria-label={common.sortedBy}
        value={query['sort'] ?? sorts[0]?.[0]}
        onChange={(event) => change({ sort: event.currentTarget.value, page: null })}
      >
        {sorts.map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
    </label>
  );
}

export function Pager({
  meta,
  count,
  hrefWith,
}: {
  readonly meta: Meta;
  readonly count: number;
  readonly hrefWith: (patch: Record<string, string | null>) => string;
}): VNode {
  const from = (meta.page - 1) * meta.limit + 1;
  return (
    <nav class="pager" aria-label={common.range(from, from + count - 1, meta.total)}>
      <span>{common.range(from, from + count - 1, meta.total)}</span>
      <span class="row" hidden={meta.page === 1 && !meta.has_next_page}>
        <Step
          href={meta.page > 1 ? hrefWith({ page: meta.page === 2 ? null : String(meta.page - 1) }) : null}
          icon={ChevronLeft}
          label={common.previous}
        />
        <Step
          href={meta.has_next_page ? hrefWith({ page: String(meta.page + 1) }) : null}
          icon={ChevronRight}
          label={common.next}
        />
      </span>
    </nav>
  );
}

function Step({
  href,
  icon,
  label,
}: {
  readonly href: string | null;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly label: string;
}): VNode {
  return (
    <a
      class="button plain square s"
      role="link"
      {...(href === null ? { 'aria-disabled': 'true' as const } : { href })}
      aria-label={label}
      title={label}
    >
      <Icon of={icon} />
    </a>
  );
}

type Hidden = { readonly keys: ReadonlySet<string>; readonly toggle: (key: string) => void };

/** Which columns somebody does not want to see; kept on this device. */
export function useHiddenColumns(operation: string): Hidden {
  const at = `ct.columns.${operation}`;
  const [keys, setKeys] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(at) ?? '').split(',').filter(Boolean)),
  );
  return {
    keys,
    toggle(key) {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      localStorage.setItem(at, [...next].join(','));
      setKeys(next);
    },
  };
}

export function ColumnsChoice<Row>({
  columns,
  hidden,
}: {
  readonly columns: readonly Column<Row>[];
  readonly hidden: Hidden;
}): VNode {
  return (
    <details class="columns-choice desk">
      <summary class="chip">
        <Icon of={Columns3} size="s" />
        {common.columns}
      </summary>
      <div>
        {columns.slice(1).map(({ key, title }) => (
          <label>
            <input
              type="checkbox"
              class="check"
              checked={!hidden.keys.has(key)}
              onChange={() => hidden.toggle(key)}
            />
            {title}
          </label>
        ))}
      </div>
    </details>
  );
}
