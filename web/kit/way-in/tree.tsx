import type { VNode } from 'preact';

const STEP = 9.4;
const SIZES = [1.6, 3.2, 5, 6.6];
/** Parts of the crown: centre and half axes. */
const CROWN: readonly (readonly [x: number, y: number, rx: number, ry: number])[] = [
  [212, 108, 96, 100],
  [120, 158, 108, 80],
  [304, 158, 108, 80],
  [58, 196, 58, 36],
  [366, 196, 58, 36],
  [212, 190, 178, 40],
];
const ROOTS = 14;

/** A cotton tree in dots, for the page where one signs in. */
export function Tree(): VNode {
  return (
    <svg viewBox="-6 0 436 440" class="tree" aria-hidden="true">
      {crown().map((d, size) => (
        <path d={d} stroke-width={SIZES[size]} />
      ))}
      <path class="trunk" d={trunk()} stroke-width="2.2" stroke-dasharray="0 4.6" />
    </svg>
  );
}

/** The dots of each size as one path of lines without length. */
function crown(): readonly string[] {
  const paths = SIZES.map(() => '');
  for (let y = 8; y < 236; y += STEP)
    for (let x = 0; x < 426; x += STEP) {
      const depth = Math.max(
        ...CROWN.map(([cx, cy, rx, ry]) => 1 - ((x - cx) / rx) ** 2 - ((y - cy) / ry) ** 2),
      );
      if (depth <= 0) continue;
      const shade = Math.sin(x / 31 + Math.sin(y / 23) * 1.4) + Math.cos(y / 19 - x / 57);
      const size = Math.min(3, Math.max(0, Math.round(depth * 3.2 + shade * 0.7)));
      paths[size] += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
    }
  return paths;
}

function trunk(): string {
  return Array.from({ length: ROOTS }, (_, root) => {
    const spread = root / (ROOTS - 1) - 0.5;
    const [top, foot] = [212 + spread * 46, 212 + spread * 310];
    return `M${top.toFixed(1)} 228C${top.toFixed(1)} 320 ${(212 + spread * 90).toFixed(1)} 370 ${foot.toFixed(1)} 424`;
  }).join('');
}
