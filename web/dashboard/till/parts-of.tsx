import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { Views } from '../../kit/parts/tabs.tsx';
import { at } from '../paths.ts';

/** The parts of a place below the shell's, as tabs. */
export function PartsOf({
  label,
  parts,
}: {
  readonly label: string;
  readonly parts: readonly (readonly [path: string, name: string] | false)[];
}): VNode {
  const { path } = useLocation();
  return (
    <Views
      label={label}
      views={parts
        .filter((part) => part !== false)
        .map(([to, name]) => ({ name, href: at(to), on: path.replace(/\/$/, '') === at(to) }))}
    />
  );
}
