import type { ComponentChildren, VNode } from 'preact';

/** The answer that a page gives: one figure, what it is of, and one line more. */
export function Figure({
  label,
  children,
  more,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly more?: ComponentChildren;
}): VNode {
  return (
    <div class="till-figure">
      <p class="small quiet">{label}</p>
      <div class="row wrap">
        {children !== '' && <b>{children}</b>}
        {more !== undefined && <span class="small quiet">{more}</span>}
      </div>
    </div>
  );
}
