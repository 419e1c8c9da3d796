import { Ellipsis, type IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { common } from '../text/common.ts';
import { Icon } from './icon.tsx';
import './menu.css';

export type MenuItem = {
  readonly name: string;
  readonly icon?: IconNode;
  readonly href?: string;
  readonly onClick?: () => void;
  readonly danger?: boolean;
  /** Why it cannot be done now. */
  readonly off?: string | false | undefined;
};

type MenuProps = {
  readonly items: readonly (MenuItem | null | false)[];
  readonly label?: string;
  /** What is pressed to open it; three dots where nothing is given. */
  readonly children?: ComponentChildren;
  readonly class?: string;
  /** What is pressed has no words of its own. */
  readonly iconOnly?: boolean;
};

/** Further acts, none of them no menu, in a popover that the browser closes by itself; arrows move between them. */
export function Menu({
  items,
  label = common.menu,
  children,
  class: look = 'button plain square',
  iconOnly = children === undefined,
}: MenuProps): VNode | null {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const shown = items.filter((item) => item !== null && item !== false);
  const close = (): void => list.current?.hidePopover();
  if (shown.length === 0) return null;
  return (
    <span class="menu">
      <button
        ref={button}
        type="button"
        class={look}
        popovertarget={id}
        aria-haspopup="menu"
        aria-label={iconOnly ? label : undefined}
        title={label}
      >
        {children ?? <Icon of={Ellipsis} />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        class="menu-list"
        onToggle={(event) => place(event.currentTarget, button.current)}
        onKeyDown={moveByArrows}
      >
        {shown.map((item) => (
          <Item item={item} close={close} />
        ))}
      </div>
    </span>
  );
}

function Item({ item, close }: { readonly item: MenuItem; readonly close: () => void }): VNode {
  const inside = [
    item.icon ? <Icon of={item.icon} /> : <span class="no-icon" />,
    <span>
      {item.name}
      {item.off && <small>{item.off}</small>}
    </span>,
  ];
  const look = item.danger ? 'danger' : '';
  if (item.href !== undefined && !item.off)
    return (
      <a role="menuitem" class={look} href={item.href} onClick={close} tabIndex={-1}>
        {inside}
      </a>
    );
  return (
    <button
      type="button"
      role="menuitem"
      class={look}
      tabIndex={-1}
      aria-disabled={item.off ? 'true' : undefined}
      onClick={() => {
        if (item.off) return;
        close();
        item.onClick?.();
      }}
    >
      {inside}
    </button>
  );
}

const EDGE = 8;

/** Below its button, above where there is no room, never beyond the window. */
function place(list: HTMLElement, button: HTMLElement | null): void {
  if (!button || !list.matches(':popover-open')) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const left = Math.max(EDGE, Math.min(at.right - width, innerWidth - width - EDGE));
  const below = at.bottom + 6;
  const top = below + height > innerHeight - EDGE && at.top - height - 6 > EDGE ? at.top - height - 6 : below;
  list.style.left = `${left}px`;
  list.style.top = `${top}px`;
  list.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

function moveByArrows(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}
