import { h, type VNode } from 'preact';

/** One state of a part, by its name. */
export type State = readonly [name: string, show: () => VNode | null];

/** A part of the kit and the states that it can be in. */
export type Entry = {
  /** As its file exports it. */
  readonly part: string;
  readonly states: readonly State[];
  /** It is a page in itself, and stands on its own page alone. */
  readonly whole?: boolean;
};

/** For parts that are only looked at. */
export const nothing = (): void => undefined;

/** A part with its states under each other, each under its name. */
export function EntryShown({ entry }: { readonly entry: Entry }): VNode {
  return (
    <section class="gallery-part" data-part={entry.part} id={entry.part}>
      <h2>
        <a href={`/dev/gallery?part=${entry.part}`}>{entry.part}</a>
      </h2>
      {entry.states.map(([name, show]) => (
        <div class="gallery-state" key={name}>
          <p class="tiny faint">{name}</p>
          <div>{h(show, {})}</div>
        </div>
      ))}
    </section>
  );
}
