import type { ComponentProps, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { shellTexts } from '../shell/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import './developers.css';

/** A page of this place: below Developers, and with the letters made for code. */
export function DevPage({ crumbs = [], ...page }: ComponentProps<typeof Page>): VNode {
  useEffect(() => {
    document.documentElement.dataset['mono'] = 'geist';
    return () => {
      delete document.documentElement.dataset['mono'];
    };
  }, []);
  return <Page {...page} crumbs={[[shellTexts.developers, at('/developers')], ...crumbs]} />;
}
