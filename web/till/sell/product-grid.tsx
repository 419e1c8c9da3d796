import type { SyncedProduct } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Tile } from './tile.tsx';
import { t } from '../texts.ts';
import './product-grid.css';

/** Rows outside the screen that are drawn nevertheless, so that a thumb does not outrun them. */
const SPARE_ROWS = 2;
const GAP_PX = 10;
/** Where the style sheet makes tiles lower. */
const NARROW = '(max-width: 45em)';
/** A tile in letters of 16 px. */
const LOOKS = { wide: { rowPx: 198, tilePx: 178 }, narrow: { rowPx: 128, tilePx: 150 } } as const;

/** As many products as there are, of which only those on the screen are drawn. */
export function ProductGrid({ products }: { readonly products: readonly SyncedProduct[] }): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const { columns, rowPx, heightPx } = useSize(frame);
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    // To set it where it is at the top already would make the browser lay out the whole page at once.
    if (frame.current && topPx > 0) frame.current.scrollTop = 0;
    setTopPx(0);
  }, [products]);
  const step = rowPx + GAP_PX;
  const rows = Math.ceil(products.length / columns);
  const from = Math.max(0, Math.floor(topPx / step) - SPARE_ROWS);
  const to = Math.min(rows, Math.ceil((topPx + heightPx) / step) + SPARE_ROWS);
  return (
    <div class="products" ref={frame} onScroll={(event) => setTopPx(event.currentTarget.scrollTop)}>
      {products.length === 0 && <p class="products-none quiet">{t.noProducts}</p>}
      <div class="products-whole" style={{ height: `${Math.max(0, rows * step - GAP_PX)}px` }}>
        <ul
          class="products-shown"
          aria-label={t.products}
          style={{
            transform: `translateY(${from * step}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {products.slice(from * columns, to * columns).map((product, at) => (
            <li key={product.id} aria-setsize={products.length} aria-posinset={from * columns + at + 1}>
              <Tile product={product} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** How many times as large as 16 px somebody's browser makes letters. */
function lettersTimes(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

function useSize(frame: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ columns: 4, rowPx: 198, heightPx: 720 });
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const { rowPx, tilePx } = matchMedia(NARROW).matches ? LOOKS.narrow : LOOKS.wide;
      const letters = lettersTimes();
      const fewest = letters > 1.5 ? 1 : 2;
      const columns = Math.max(fewest, Math.floor((width + GAP_PX) / (tilePx * letters + GAP_PX)));
      setSize({ columns, rowPx: rowPx * letters, heightPx: height });
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return size;
}
