import type { VNode } from 'preact';
import './mark.css';

/** The cotton tree. */
export function Mark({ size = 30 }: { readonly size?: number }): VNode {
  return (
    <svg class="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect class="leaf" width="32" height="32" rx="8" />
      <g class="wool">
        <path d="M8.6 17.6a4.3 4.3 0 0 1-.9-8.5 5.2 5.2 0 0 1 4.6-3 6 6 0 0 1 8.6.6 5 5 0 0 1 4 3.2 4 4 0 0 1-1.3 7.7z" />
        <path d="M14.2 17h3.6c.1 4.4 1 6.8 4.2 9.6H10c3.2-2.8 4.1-5.2 4.2-9.6z" />
      </g>
    </svg>
  );
}
