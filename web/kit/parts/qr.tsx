import { encodeQR } from 'qr';
import type { VNode } from 'preact';
import './qr.css';

/** A QR code of ours, dark on white whatever the theme, so that every camera reads it. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
