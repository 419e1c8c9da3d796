import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Mark } from '../parts/mark.tsx';
import { locale, speak } from '../text/locale.ts';
import { wayInTexts as t } from './texts.ts';
import { Tree } from './tree.tsx';
import './way-in.css';

/** The page around every way in. */
export function WayIn({
  title,
  text,
  foot = t.staff,
  slogan = t.slogan,
  children,
}: {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** Where those sign in who are wrong here. */
  readonly foot?: string;
  readonly slogan?: string;
  readonly children: ComponentChildren;
}): VNode {
  useEffect(() => {
    document.title = `${title} · Cottontree`;
  }, [title]);
  return (
    <div class="way-in">
      <main class="way-in-left">
        <div class="row way-in-brand">
          <Mark size={32} />
          <b>Cottontree</b>
        </div>
        <div class="way-in-form">
          <div>
            <h1>{title}</h1>
            {text !== undefined && <p class="quiet">{text}</p>}
          </div>
          {children}
        </div>
        <p class="small quiet way-in-foot">
          {foot}{' '}
          <button type="button" class="link" onClick={() => speak(locale.value === 'kri' ? 'en' : 'kri')}>
            {locale.value === 'kri' ? 'English' : 'Krio'}
          </button>
        </p>
      </main>
      <aside class="way-in-art" aria-label="Cottontree">
        <Tree />
        <p>{slogan}</p>
      </aside>
    </div>
  );
}
