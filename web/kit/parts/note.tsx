import type { IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.tsx';
import type { Meaning } from './statuses.ts';
import './note.css';

/** Something to know before going on, on the ground of its meaning. */
export function Note({
  meaning = 'idle',
  icon,
  said = meaning === 'bad',
  children,
}: {
  readonly meaning?: Meaning;
  readonly icon?: IconNode;
  /** It comes while somebody is at work, and is read out. */
  readonly said?: boolean;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div class={`note ${meaning}`} role={said ? 'alert' : undefined}>
      {icon && <Icon of={icon} />}
      <div class="grow">{children}</div>
    </div>
  );
}

/** A word that is no status: a scope, a kind. */
export function Tag({
  meaning = 'idle',
  mono = false,
  children,
}: {
  readonly meaning?: Meaning;
  readonly mono?: boolean;
  readonly children: ComponentChildren;
}): VNode {
  return <span class={`tag ${meaning} ${mono ? 'mono' : ''}`}>{children}</span>;
}

/** Initials of a person; the colour follows from the name. */
export function Face({
  initials,
  size = 'm',
}: {
  readonly initials: string;
  readonly size?: 's' | 'm';
}): VNode {
  const ground =
    ['', 'k2', 'k3', 'k4'][[...initials].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4] ?? '';
  return (
    <span class={`face ${ground} ${size}`} aria-hidden="true">
      {initials}
    </span>
  );
}
