import type { VNode } from 'preact';
import { mode } from '../../kit/data/session.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';

const t = texts({ tryTest: 'Try it in test mode' }, { tryTest: 'Tray am na tɛst mod' });

/** The way to the same page where nothing is real, for whoever has nothing there yet. */
export function TryTest({ path }: { readonly path: string }): VNode | null {
  if (mode.value === 'test') return null;
  return (
    <ButtonLink kind="ghost" href={at(path, 'test')}>
      {t.tryTest}
    </ButtonLink>
  );
}
