import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Strokes } from '../data/courier-store.ts';
import { t } from '../texts.ts';

type SignaturePadProps = { readonly strokes: Strokes; readonly onStrokes: (strokes: Strokes) => void };

/** The API takes 10,000 points of a whole signature. */
const POINTS_MAX = 4_000;
const STEP_PX_MIN = 1.5;

/** Writing with a finger, a pen or a mouse, as lines; nothing of it is a picture. */
export function SignaturePad({ strokes, onStrokes }: SignaturePadProps): VNode {
  const isDown = useRef(false);
  const pointOf = (event: PointerEvent): readonly [number, number] => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    return [round(event.clientX - box.left), round(event.clientY - box.top)];
  };
  const down = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    (event.currentTarget as SVGSVGElement).setPointerCapture(event.pointerId);
    isDown.current = true;
    onStrokes([...strokes, [pointOf(event)]]);
  };
  const move = (event: PointerEvent): void => {
    const last = strokes.at(-1);
    const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
    if (!isDown.current || !last || count >= POINTS_MAX) return;
    const [x, y] = pointOf(event);
    const [lastX = 0, lastY = 0] = last.at(-1) ?? [];
    if (Math.hypot(x - lastX, y - lastY) < STEP_PX_MIN) return;
    onStrokes([...strokes.slice(0, -1), [...last, [x, y]]]);
  };
  const up = (): void => {
    if (!isDown.current) return;
    isDown.current = false;
    // A touch that went nowhere is no line.
    const drawn = strokes.filter((stroke) => stroke.length > 1);
    if (drawn.length !== strokes.length) onStrokes(drawn);
  };
  return (
    <svg
      class="sign-pad"
      role="img"
      aria-label={strokes.length === 0 ? t.signHere : t.signed}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      {strokes.map((stroke, at) => (
        <polyline key={at} points={stroke.map((point) => point.join(',')).join(' ')} />
      ))}
    </svg>
  );
}

const round = (px: number): number => Math.round(px * 10) / 10;

/** A cross: the mark of whoever cannot write, and the way for who has no pointer. */
export function markOf(): Strokes {
  return [
    [
      [110, 60],
      [200, 140],
    ],
    [
      [200, 60],
      [110, 140],
    ],
  ];
}
