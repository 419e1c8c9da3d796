import type { IconNode } from 'lucide';
import { h, type VNode } from 'preact';
import './icon.css';

/** A lucide icon by its import: 18 px, drawn in the colour of the text beside it, and never the only label. */
export function Icon({ of, size = 'm' }: { readonly of: IconNode; readonly size?: 's' | 'm' | 'l' }): VNode {
  return (
    <svg class={`icon ${size}`} viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
