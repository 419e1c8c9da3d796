/** Names of the built widgets, with what changes when they do; put in by the build. */
declare const FILES: Readonly<Record<string, string>>;

type Call = readonly [name: string, into: string | Element, props?: Readonly<Record<string, unknown>>];
type Queue = { push: (...calls: readonly Call[]) => void };

/*
 * The script tag: loads the code of each widget when its element is first seen in the page, and makes those that
 * `Cottontree.push(['payment-button', '#here', {…}])` asks for, also what was pushed before this script came.
 */
((page: Window & { Cottontree?: Call[] | Queue }) => {
  const from = (document.currentScript as HTMLScriptElement).src;
  const load = (name: string): void => {
    const file = FILES[name];
    if (file) import(new URL(file, from).href).catch((fault: unknown) => console.error(fault));
  };
  // Whose place in the page has not come yet.
  const early: Call[] = [];
  const look = (): void => {
    early.splice(0).forEach(make);
    for (const name of Object.keys(FILES)) if (document.querySelector(`ms-${name}:not(:defined)`)) load(name);
  };
  const make = (call: Call): void => {
    const [name, into, props] = call;
    const place = typeof into === 'string' ? document.querySelector(into) : into;
    if (!place) return void early.push(call);
    place.append(Object.assign(document.createElement(`ms-${name}`), props));
    load(name);
  };
  const before = page.Cottontree;
  page.Cottontree = { push: (...calls) => calls.forEach(make) };
  if (Array.isArray(before)) before.forEach(make);
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();
})(window);
