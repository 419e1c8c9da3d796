import { ChevronRight } from 'lucide';
import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { membership } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { shellTexts as t } from './texts.ts';
import { unturned } from '../../kit/text/in-order.ts';
import '../../kit/parts/page.css';

export type Crumb = readonly [name: string, href: string];
type Head = { readonly title: string; readonly crumbs: readonly Crumb[] };

/** What the shell shows of the page in its top. */
export const head = signal<Head>({ title: '', crumbs: [] });

/** What the shell and the tab of the browser say that is shown. */
export function announce(title: string, crumbs: readonly Crumb[] = []): void {
  head.value = { title, crumbs };
  document.title = unturned(
    [title, membership.value?.merchant_name, 'Cottontree'].filter(Boolean).join(' · '),
  );
}

type PageProps = {
  readonly title: string;
  /** The title as it stands above the page, where a figure is what people came for. */
  readonly figure?: ComponentChildren;
  /** What the shell calls it, where the title is something else. */
  readonly name?: string;
  /** What it is below. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: a status. */
  readonly badge?: ComponentChildren;
  /** One sentence of what comes next. */
  readonly lead?: ComponentChildren;
  readonly acts?: ComponentChildren;
  /** The title stands in the top alone. */
  readonly bare?: boolean;
  readonly mono?: boolean;
  readonly children: ComponentChildren;
};

/** A page in the shell: its title, what can be done, and what it is about. */
export function Page({
  title,
  figure,
  name = title,
  crumbs = [],
  badge,
  lead,
  acts,
  bare = false,
  mono = false,
  children,
}: PageProps): VNode {
  useEffect(() => {
    announce(name, crumbs);
  }, [name, crumbs.map(([name]) => name).join('/')]);
  return (
    <div class="page">
      {bare ? (
        <h1 class="hidden-text">{title}</h1>
      ) : (
        <div class="page-head">
          <div class="grow">
            <div class="row wrap">
              <h1 class={figure === undefined ? (mono ? 'mono' : '') : 'huge'}>{figure ?? title}</h1>
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

/** Where the page stands. */
export function Crumbs(): VNode {
  const { title, crumbs } = head.value;
  return (
    <nav class="crumbs" aria-label={t.where}>
      {crumbs.map(([name, href]) => [<a href={href}>{name}</a>, <Icon of={ChevronRight} size="s" />])}
      <b aria-current="page">{title}</b>
    </nav>
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
