import type { ComponentChildren, VNode } from 'preact';
import './card.css';

type CardProps = {
  readonly title?: string;
  /** Right of the title: an act, or a fact. */
  readonly end?: ComponentChildren;
  /** To the card's edges, for lists and tables. */
  readonly bare?: boolean;
  readonly children: ComponentChildren;
};

/** One subject: a title, hairlines, no card inside. */
export function Card({ title, end, bare = false, children }: CardProps): VNode {
  return (
    <section class="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {end !== undefined && <span class="end">{end}</span>}
        </header>
      )}
      {bare ? children : <div class="inside">{children}</div>}
    </section>
  );
}

/** Names and values under each other; `total` stands below a line, and what is `long` has one of its own. */
export function KeyValues({
  rows,
  left = false,
}: {
  readonly rows: readonly (
    | readonly [name: ComponentChildren, value: ComponentChildren, kind?: 'total' | 'long']
    | null
    | false
  )[];
  readonly left?: boolean;
}): VNode {
  return (
    <dl class={`key-values ${left ? 'left' : ''}`}>
      {rows.map((row) => row && [<dt class={row[2]}>{row[0]}</dt>, <dd class={row[2]}>{row[1]}</dd>])}
    </dl>
  );
}
