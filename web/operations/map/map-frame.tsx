import type { ComponentChildren, VNode } from 'preact';
import { Maximize, Minus, Plus } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { Button } from '../../kit/parts/button.tsx';
import type { DrawnMap } from './open-map.ts';
import { mapTexts as t } from './texts.ts';
import './map-frame.css';

type FrameProps = {
  /** What is seen on it, and where the same stands in words. */
  readonly label: string;
  /** Told once the map is there, and null when it goes. */
  readonly onMap: (map: DrawnMap | null) => void;
  /** Shows all of it again. */
  readonly whole: () => void;
  /** What lies over the map. */
  readonly children?: ComponentChildren;
};

/** Room for a map. What draws it is loaded now, and not before somebody opened one. */
export function MapFrame({ label, onMap, whole, children }: FrameProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<DrawnMap | null>(null);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const settings = useCall(client.getDispatchMap, {});
  const known = settings.answer ?? settings.error;
  useEffect(() => {
    let isGone = false;
    if (!known) return undefined;
    const draw = async (): Promise<void> => {
      const { DrawnMap: Opened } = await import('./open-map.ts');
      if (isGone || !box.current) return;
      setFailed(false);
      map.current = new Opened(box.current, { label, tiles: settings.answer?.data.tiles ?? null });
      onMap(map.current);
    };
    draw().catch(() => setFailed(true));
    return () => {
      isGone = true;
      map.current?.close();
      map.current = null;
      onMap(null);
    };
  }, [known === undefined || known === null, tries]);
  const attribution = settings.answer?.data.tiles?.attribution;
  return (
    <div class="map-frame">
      <div class="map" ref={box} />
      {failed && (
        <div class="map-failed" role="alert">
          <p>{t.failed}</p>
          <Button onClick={() => setTries(tries + 1)}>{t.tryAgain}</Button>
        </div>
      )}
      <div class="map-tools" role="group" aria-label={t.tools}>
        <Button icon={Plus} label={t.nearer} onClick={() => map.current?.zoom(1)} />
        <Button icon={Minus} label={t.farther} onClick={() => map.current?.zoom(-1)} />
        <Button icon={Maximize} label={t.whole} onClick={whole} />
      </div>
      <p class="map-source">{attribution ?? t.source}</p>
      {children}
    </div>
  );
}
