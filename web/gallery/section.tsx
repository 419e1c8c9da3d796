import type { ComponentChildren, VNode } from 'preact';

/** Parts that belong together, under their name. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <section id={title.toLowerCase().replaceAll(' ', '-')}>
      <h2>{title}</h2>
      <div class="stack">{children}</div>
    </section>
  );
}
