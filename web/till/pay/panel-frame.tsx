import { ArrowLeft } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { HeadChip } from '../sell/head-chip.tsx';
import { goBack } from '../state/place.ts';
import './pay.css';

type PanelProps = {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The one act that goes on. */ readonly act?: ComponentChildren;
  /** Null: there is none. */ readonly back?: (() => void) | null;
};

/** A step of paying: a way back, what is asked, and the one act that goes on. On a phone its bar is the only one. */
export function Panel({ title, children, act, back = goBack }: PanelProps): VNode {
  return (
    <section class="panel" aria-label={title}>
      <header class="panel-head">
        {back && <Button kind="ghost" icon={ArrowLeft} label={common.back} onClick={back} />}
        <h2>{title}</h2>
        <HeadChip />
      </header>
      <div class="panel-body">{children}</div>
      {act !== undefined && <footer class="panel-foot">{act}</footer>}
    </section>
  );
}
