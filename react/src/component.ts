import type { WidgetFault } from '@cottontree/elements/props';
import {
  createElement,
  useEffect,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react';

/** What React itself takes beside the widget's props. */
export type AroundProps = {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
};

/** A widget's props as a component takes them: what may be left out may be `undefined` too. */
export type WidgetProps<Props> = {
  readonly [Name in keyof Props as Exclude<Name, keyof AroundProps>]: Props[Name] | OrNothing<Props, Name>;
} & AroundProps;
type OrNothing<Props, Name extends keyof Props> = undefined extends Props[Name] ? undefined : never;

export type Widget<Props> = (props: WidgetProps<Props>) => ReactElement;

/** As soon as the element stands in a page, before it starts by itself; on a server nothing is given. */
const useGiving = typeof document === 'undefined' ? useEffect : useLayoutEffect;

type Given = Readonly<Record<string, unknown>>;

/**
 * A component around an element: rendered ahead as its empty tag, and given its props as properties once it stands in a page;
 * the same in React 18, which sets attributes alone, and in 19. The element's code is loaded with the first of its kind.
 */
export function componentOf<Props>(tag: string, load: () => Promise<unknown>): Widget<Props> {
  return function CottontreeWidget({ id, className, style, children, ...props }: WidgetProps<Props>) {
    const element = useRef<HTMLElement>(null);
    const before = useRef<Given>({});
    // Before the code is loaded, or where it is there already before the element looks, so that it finds them.
    useGiving(() => {
      if (element.current) give(element.current, props, before.current);
      before.current = props;
    });
    useEffect(() => {
      load().catch((error: unknown) => notLoaded(before.current, error));
    }, []);
    // What the element adds to itself is no fault of the page that was rendered ahead.
    return createElement(
      tag,
      { ref: element, id, class: className, style, suppressHydrationWarning: true },
      children,
    );
  };
}

/** What changed is set, and what is not named any more is not left behind. */
function give(element: HTMLElement, props: Given, before: Given): void {
  for (const name of Object.keys({ ...before, ...props }))
    if (!Object.is(props[name], before[name])) Object.assign(element, { [name]: props[name] });
}

function notLoaded(props: Given, error: unknown): void {
  const fault: WidgetFault = {
    code: 'NETWORK_ERROR',
    message: `The widget cannot be loaded: ${String(error)}`,
  };
  const { onError } = props;
  if (typeof onError === 'function') onError(fault);
  else console.error(fault.message);
}
