import type { IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.tsx';
import './button.css';

type Look = {
  /** primary: the one main act of a page. */
  readonly kind?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly size?: 'm' | 's' | 'big';
  readonly icon?: IconNode;
  readonly wide?: boolean;
  /** Says what the icon does, where it stands alone. */
  readonly label?: string;
  /** Which of several it is about, for those who hear it alone: the device whose session it ends. */
  readonly about?: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
};

type ButtonProps = Look & {
  readonly type?: 'button' | 'submit';
  readonly onClick?: (event: MouseEvent) => void;
  /** Under way: it cannot be pressed again, and keeps the focus, which a browser takes from what is `disabled`. */
  readonly busy?: boolean;
  /** Why it cannot be pressed now; it stays readable, and says so. */
  readonly off?: string | false | undefined;
  /** It has just come to where another was pressed: a second tap of that finger is not meant for it. It looks as ever. */
  readonly settling?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly popovertarget?: string;
};

function classOf({ kind = 'plain', size = 'm', wide, children, class: more = '' }: Look): string {
  return ['button', kind, size, wide && 'wide', children === undefined && 'square', more]
    .filter(Boolean)
    .join(' ');
}

/** What is heard where its words alone would not do. */
function nameOf({ label, about, children }: Look): string | undefined {
  if (children === undefined) return label;
  return about === undefined ? undefined : `${String(children)}: ${about}`;
}

/** What is pressed: a verb on it, and one answer at once. */
export function Button(props: ButtonProps): VNode {
  const { icon, label, children, busy = false, settling = false, off, type = 'button', onClick } = props;
  const isDeaf = Boolean(off) || busy || settling;
  return (
    <button
      type={type}
      class={settling && !off && !busy ? `${classOf(props)} settling` : classOf(props)}
      onClick={isDeaf ? (event: MouseEvent) => event.preventDefault() : onClick}
      aria-disabled={isDeaf ? 'true' : undefined}
      aria-busy={busy ? 'true' : undefined}
      aria-label={nameOf(props)}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      title={off || label}
      {...(props.popovertarget ? { popovertarget: props.popovertarget } : {})}
    >
      {busy ? (
        <span class="turning" aria-hidden="true" />
      ) : (
        icon && <Icon of={icon} size={props.size === 's' ? 's' : 'm'} />
      )}
      {children}
    </button>
  );
}

type LinkProps = Look & {
  readonly href: string;
  readonly download?: string | boolean;
  readonly target?: '_blank';
};

/** What leads somewhere and looks like a button. */
export function ButtonLink(props: LinkProps): VNode {
  const { icon, label, children, href, download, target } = props;
  return (
    <a
      class={classOf(props)}
      href={href}
      aria-label={children === undefined ? label : undefined}
      title={label}
      {...(download === undefined ? {} : { download })}
      {...(target ? { target, rel: 'noopener noreferrer' } : {})}
    >
      {icon && <Icon of={icon} size={props.size === 's' ? 's' : 'm'} />}
      {children}
    </a>
  );
}
