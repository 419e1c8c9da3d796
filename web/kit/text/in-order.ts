import { options, type VNode } from 'preact';

/** Marks that turn the order of all that follows; names in scripts that run the other way need none of them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
const SAID = ['title', 'alt', 'aria-label', 'placeholder', 'label'] as const;

/** A text without marks by which a name would turn itself or what stands beside it. */
export function unturned(text: string): string {
  return text.replaceAll(TURNING, '');
}

/** Shows every text of an app in its order, whoever wrote it. What stands in fields stays as it was typed. */
export function showInOrder(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    const props = (node as VNode<Record<string, unknown>>).props as Record<string, unknown>;
    const shown = childrenInOrder(props['children']);
    if (shown !== props['children']) props['children'] = shown;
    if (typeof node.type === 'string')
      for (const name of SAID) {
        const said = props[name];
        if (typeof said === 'string') props[name] = unturned(said);
      }
    before?.(node);
  };
}

function childrenInOrder(children: unknown): unknown {
  if (typeof children === 'string') return unturned(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map(childrenInOrder);
  return shown.some((one, at) => one !== children[at]) ? shown : children;
}
