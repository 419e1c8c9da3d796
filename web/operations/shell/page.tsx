import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import '../../kit/parts/page.css';

/** What a phone shows of the page in its top. */
export const pageTitle = signal('');

type PageProps = {
  readonly title: string;
  /** Where it is found: the list that it belongs to. */
  readonly up?: { readonly name: string; readonly href: string };
  /** Beside the title: a status. */
  readonly badge?: ComponentChildren;
  /** One sentence of what comes next. */
  readonly lead?: ComponentChildren;
  readonly acts?: ComponentChildren;
  /** The title is read aloud alone. */
  readonly bare?: boolean;
  readonly mono?: boolean;
  readonly children: ComponentChildren;
};

/** A page of Operations: its title, what can be done, and what it is about. */
export function Page(props: PageProps): VNode {
  const { title, up, badge, lead, acts, bare = false, mono = false, children } = props;
  useEffect(() => {
    pageTitle.value = title;
    document.title = `${title} · Operations`;
  }, [title]);
  return (
    <div class="page">
      {up && (
        <p class="page-up">
          <a class="link" href={up.href}>
            {up.name}
          </a>
        </p>
      )}
      {bare ? (
        <h1 class="hidden-text">{title}</h1>
      ) : (
        <div class="page-head">
          <div class="grow">
            <div class="row wrap">
              <h1 class={mono ? 'mono' : ''}>{title}</h1>
              {badge}
            </div>
            {lead !== undefined && <p>{lead}</p>}
          </div>
          {acts !== undefined && <div class="page-acts">{acts}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** Left what happened, right facts and people. */
export function Columns({
  main,
  side,
}: {
  readonly main: ComponentChildren;
  readonly side: ComponentChildren;
}): VNode {
  return (
    <div class="columns">
      <div class="stack">{main}</div>
      <div class="stack">{side}</div>
    </div>
  );
}
