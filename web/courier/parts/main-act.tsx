import type { IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { useSettled } from '../../kit/parts/use-settled.ts';

type MainActProps = {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly icon?: IconNode;
  readonly busy?: boolean;
  readonly off?: string | false;
  readonly second?: boolean;
};

/** What is pressed next: as wide as the screen, where the thumb is. */
export function MainAct({
  children,
  onClick,
  icon,
  busy = false,
  off = false,
  second = false,
}: MainActProps): VNode {
  const isSettled = useSettled();
  return (
    <>
      {off && <p class="small quiet main-off">{off}</p>}
      <Button
        kind={second ? 'plain' : 'primary'}
        class={second ? 'main-act second' : 'main-act'}
        wide
        busy={busy}
        off={off}
        settling={!isSettled}
        onClick={onClick}
        {...(icon ? { icon } : {})}
      >
        {children}
      </Button>
    </>
  );
}

/** Why the last act did not work. */
export function Fault({ children }: { readonly children: string | null }): VNode | null {
  return children === null ? null : (
    <p class="fault" role="alert">
      {children}
    </p>
  );
}
