import { cloneElement, Fragment, isValidElement, type ComponentChildren, type VNode } from 'preact';
import { useLocation } from 'preact-iso';
import './table.css';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand right. */
  readonly right?: boolean;
  /** Where it stands on a phone: 1 the first line's beginning, 2 its end, 3 the second line, 4 the third, 5 the end of the second; left out, it is not shown there. */
  readonly phone?: 1 | 2 | 3 | 4 | 5;
  readonly width?: string;
};

type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  readonly selection?: Selection;
  /** To the sheet's edges. */
  readonly bleed?: boolean;
  /** Rows of what is over. */
  readonly isDim?: (row: Row) => boolean;
};

export type Selection = {
  readonly keys: ReadonlySet<string>;
  readonly change: (keys: ReadonlySet<string>) => void;
  readonly label: string;
};

/** A table on a desk, rows of three lines on a phone; a row leads where its first cell does. */
export function Table<Row>(props: TableProps<Row>): VNode {
  const { label, columns, rows, keyOf, hrefOf, selection, bleed = true, isDim } = props;
  const { route } = useLocation();
  return (
    <div class={bleed ? 'table-frame bleed' : 'table-frame'}>
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th class="pick">
                <Pick label={selection.label} {...wholeOf(rows.map(keyOf), selection)} />
              </th>
            )}
            {columns.map(({ key, title, right, width, phone }) =>
              // A column of acts has no name, so it has no heading either.
              title === '' ? (
                <td key={key} class={phone ? '' : 'desk'} />
              ) : (
                <th
                  key={key}
                  class={`${right ? 'right' : ''} ${phone ? '' : 'desk'}`}
                  style={width ? { width } : {}}
                  scope="col"
                >
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            const href = hrefOf?.(row);
            return (
              <tr
                key={key}
                class={`${selection?.keys.has(key) ? 'picked' : ''} ${isDim?.(row) ? 'dim' : ''} ${href ? 'leads' : ''}`}
                onClick={(event) => {
                  if (href && !(event.target as HTMLElement).closest('a, button, input, label')) route(href);
                }}
              >
                {selection && (
                  <td class="pick">
                    <Pick label={key} {...oneOf(key, selection)} />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    class={`${column.right ? 'right' : ''} ${column.phone ? `phone-${column.phone}` : 'desk'}`}
                  >
                    {at === 0 && href ? (
                      <a class="row-link" href={href}>
                        {bounded(column.cell(row))}
                      </a>
                    ) : (
                      bounded(column.cell(row))
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const LETTERS_OF_A_LINE = 24;

/** What people named as they liked takes two lines at most, and is there whole under the pointer and for who listens. */
function bounded(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string')
    return children.length > LETTERS_OF_A_LINE ? (
      <span class="two-lines" title={children}>
        {children}
      </span>
    ) : (
      children
    );
  if (Array.isArray(children)) return children.map((one: ComponentChildren) => bounded(one));
  if (!isValidElement(children)) return children;
  const { type, props } = children as VNode<{ children?: ComponentChildren; class?: string }>;
  // Ids and what bounds itself already stay as they are.
  const isOwn =
    type === Fragment || (typeof type === 'string' && !/mono|clip|nowrap|text/.test(props.class ?? ''));
  return isOwn && props.children !== undefined
    ? cloneElement(children, {}, bounded(props.children))
    : children;
}

type PickProps = {
  readonly label: string;
  readonly on: boolean;
  /** Some of several, not all. */
  readonly some?: boolean;
  readonly change: (on: boolean) => void;
};

/** A tick to choose one with; the whole of its place is touched. */
export function Pick({ label, on, some = false, change }: PickProps): VNode {
  return (
    <label class="pick-target">
      <input
        type="checkbox"
        class="check"
        aria-label={label}
        checked={on}
        ref={(input) => {
          if (input) input.indeterminate = some && !on;
        }}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </label>
  );
}

function wholeOf(all: readonly string[], { keys, change }: Selection): Omit<PickProps, 'label'> {
  return {
    on: all.length > 0 && all.every((key) => keys.has(key)),
    some: all.some((key) => keys.has(key)),
    change: (on) => change(new Set(on ? all : [])),
  };
}

function oneOf(key: string, { keys, change }: Selection): Omit<PickProps, 'label'> {
  return {
    on: keys.has(key),
    change: (on) => change(new Set(on ? [...keys, key] : [...keys].filter((one) => one !== key))),
  };
}
