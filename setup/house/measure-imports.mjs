import { importsOf } from './read-sources.mjs';

/** How the files hang together: imports a thousand lines, files that one other file alone imports, and rings of files that import each other. */
export function measureImports(sources) {
  const known = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap((source) => importsOf(source));
  const inside = imports.filter(({ to }) => to !== null && known.has(to));
  const importers = new Map();
  for (const { from, to } of inside) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return {
    imports: imports.length,
    withOneImporter: [...importers.values()].filter((those) => those.size === 1).length,
    rings: findRings(inside),
    valueRings: findRings(inside.filter(({ typesOnly }) => !typesOnly)),
  };
}

/** Groups of more than one file that reach each other (Tarjan's strongly connected components, without recursion). */
function findRings(imports) {
  const next = new Map();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map();
  const low = new Map();
  const open = [];
  const isOpen = new Set();
  const rings = [];
  for (const start of next.keys()) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    while (path.length > 0) {
      const here = path.at(-1);
      const to = here.targets[here.at];
      here.at += 1;
      if (to === undefined) {
        path.pop();
        leave(here.file);
        const above = path.at(-1);
        if (above) low.set(above.file, Math.min(low.get(above.file), low.get(here.file)));
      } else if (!order.has(to)) path.push(enter(to));
      else if (isOpen.has(to)) low.set(here.file, Math.min(low.get(here.file), order.get(to)));
    }
  }
  return rings;

  function enter(file) {
    order.set(file, order.size);
    low.set(file, order.get(file));
    open.push(file);
    isOpen.add(file);
    return { file, targets: next.get(file) ?? [], at: 0 };
  }

  function leave(file) {
    if (low.get(file) !== order.get(file)) return;
    const ring = open.splice(open.indexOf(file));
    for (const one of ring) isOpen.delete(one);
    if (ring.length > 1) rings.push(ring);
  }
}
