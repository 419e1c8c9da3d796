import { ListFilter, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { statusText } from '../text/statuses.ts';
import { common } from '../text/common.ts';
import { dateText } from '../format/time.ts';
import { wordsOf } from '../format/words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Input } from '../parts/input.tsx';
import { useAddress, type Query } from './address.ts';
import type { Sorts } from './list-tools.tsx';
import './filters.css';

/** A field of the list's query that people can narrow it by. */
export type Filter = {
  /** As the operation calls it. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'choice' | 'choices' | 'text' | 'date' | 'switch';
  readonly options?: readonly (readonly [value: string, name: string])[];
};

/** Options of statuses, in the words of the pages. */
export function statusOptions(statuses: readonly string[]): readonly (readonly [string, string])[] {
  return statuses.map((status) => [status, statusText(status) ?? wordsOf(status)]);
}

/** What is set, each with a way out, and the way to more. */
export function Filters({
  filters,
  sorts = [],
}: {
  readonly filters: readonly Filter[];
  /** The orders of the list, which a phone asks for in the same dialog. */
  readonly sorts?: Sorts;
}): VNode | null {
  const { query, change } = useAddress();
  const [asking, setAsking] = useState(false);
  if (filters.length === 0) return null;
  const set = filters.filter(({ name }) => query[name]);
  return (
    <>
      {set.map((filter) => (
        <button type="button" class="chip set" onClick={() => change({ [filter.name]: null, page: null })}>
          {filter.label} <b>{saidOf(filter, query[filter.name] ?? '')}</b>
          <Icon of={X} size="s" />
        </button>
      ))}
      <button type="button" class="chip dashed" onClick={() => setAsking(true)}>
        <Icon of={ListFilter} size="s" />
        {common.filter}
      </button>
      {asking && (
        <FilterDialog
          filters={filters}
          sorts={sorts}
          query={query}
          onClose={() => setAsking(false)}
          onSet={(next) => change({ ...next, page: null })}
        />
      )}
    </>
  );
}

function saidOf({ kind, options = [] }: Filter, value: string): string {
  if (kind === 'date') return dateText(value);
  if (kind === 'switch') return value === 'true' ? common.yes : common.no;
  const names = new Map(options);
  return value
    .split(',')
    .map((one) => names.get(one) ?? one)
    .join(', ');
}

type FilterDialogProps = {
  readonly filters: readonly Filter[];
  readonly sorts: Sorts;
  readonly query: Query;
  readonly onClose: () => void;
  readonly onSet: (next: Readonly<Record<string, string | null>>) => void;
};

function FilterDialog({ filters, sorts, query, onClose, onSet }: FilterDialogProps): VNode {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(filters.map(({ name }) => [name, query[name] ?? ''])),
  );
  const set = (name: string, value: string): void => setValues({ ...values, [name]: value });
  const [sort, setSort] = useState(query['sort'] ?? sorts[0]?.[0] ?? '');
  function go(): void {
    const order = sort === (sorts[0]?.[0] ?? '') ? null : sort;
    onSet({ ...Object.fromEntries(filters.map(({ name }) => [name, values[name] || null])), sort: order });
    onClose();
  }
  const acts = [
    <Button kind="ghost" onClick={() => setValues({})}>
      {common.clearFilters}
    </Button>,
    <span class="grow" />,
    <Button kind="primary" onClick={go}>
      {common.show}
    </Button>,
  ];
  return (
    <Dialog title={common.filter} onClose={onClose} acts={acts}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        {filters.map((filter) => (
          <FilterField
            filter={filter}
            value={values[filter.name] ?? ''}
            set={(value) => set(filter.name, value)}
          />
        ))}
        {sorts.length > 1 && (
          <label class="field only-phone">
            <span>{common.sortedBy}</span>
            <select
              class="input select"
              value={sort}
              onChange={(event) => setSort(event.currentTarget.value)}
            >
              {sorts.map(([value, name]) => (
                <option value={value}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function FilterField({
  filter,
  value,
  set,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly set: (value: string) => void;
}): VNode {
  const { kind, label, options = [] } = filter;
  if (kind === 'choices') {
    const chosen = value === '' ? [] : value.split(',');
    return (
      <fieldset class="choices">
        <legend>{label}</legend>
        <div>
          {options.map(([one, name]) => (
            <label>
              <input
                type="checkbox"
                class="check"
                checked={chosen.includes(one)}
                onChange={(event) =>
                  set(
                    (event.currentTarget.checked
                      ? [...chosen, one]
                      : chosen.filter((other) => other !== one)
                    ).join(','),
                  )
                }
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  const choices: readonly (readonly [string, string])[] =
    kind === 'switch'
      ? [
          ['true', common.yes],
          ['false', common.no],
        ]
      : options;
  return (
    <label class="field">
      <span>{label}</span>
      {kind === 'choice' || kind === 'switch' ? (
        <select class="input select" value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{common.any}</option>
          {choices.map(([one, name]) => (
            <option value={one}>{name}</option>
          ))}
        </select>
      ) : (
        <Input
          class="input"
          type={kind === 'date' ? 'date' : 'text'}
          value={value.slice(0, kind === 'date' ? 10 : undefined)}
          onText={set}
        />
      )}
    </label>
  );
}
