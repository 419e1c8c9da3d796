import { ArrowLeft } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../kit/parts/icon.tsx';
import { common } from '../../kit/text/common.ts';
import { goBack } from '../state/place.ts';

type SheetProps = {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The one act that goes on. */ readonly act?: ComponentChildren;
};

/** A page beside scanning: a way back, what it is about, and one act at the foot. */
export function SheetPage({ title, children, act }: SheetProps): VNode {
  return (
    <main class="sheet-page" aria-label={title}>
      <header>
        <button type="button" class="door-icon" aria-label={common.back} onClick={goBack}>
          <Icon of={ArrowLeft} size="l" />
        </button>
        <h1>{title}</h1>
      </header>
      <div class="sheet-body">{children}</div>
      {act !== undefined && <footer>{act}</footer>}
    </main>
  );
}
