type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;

/** An element: attributes by name (true: without a value; false or null: none), listeners as `onclick`, children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, value === true ? '' : `${value}`);
  }
  fill(made, children);
  return made;
}

/** Puts children into an element in place of what was there. */
export function fill(into: Element | ShadowRoot | DocumentFragment, children: readonly Child[]): void {
  while (into.firstChild) into.firstChild.remove();
  for (const child of children) if (child !== null && child !== false) into.append(child);
}

const SVG = 'http://www.w3.org/2000/svg';

/** A line icon of one path, for people who see. */
export function icon(path: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('class', 'icon');
  picture.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  picture.append(line);
  return picture;
}

/** A style sheet for shadow roots; a page's policy has no say in what is made here. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
