import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/** Somebody at a page, every act of whom is counted: a click, a shortcut, a field filled, a file chosen. */
export type Person = {
  readonly page: Page;
  /** What was done, in order, for whoever wants to know where the acts went. */
  readonly acts: readonly string[];
  readonly click: (target: Locator, promised?: Locator) => Promise<void>;
  readonly fill: (field: Locator, text: string, promised?: Locator) => Promise<void>;
  readonly choose: (field: Locator, label: string, promised?: Locator) => Promise<void>;
  /** Presses a shortcut, or one key where the focus stands. */
  readonly press: (keys: string, promised?: Locator) => Promise<void>;
  /** Writes where the focus stands, without a pointer. */
  readonly write: (text: string, promised?: Locator) => Promise<void>;
};

/** Counts the acts of a person; each is over when what the page promises for it can be seen. */
export function countActs(page: Page): Person {
  const acts: string[] = [];
  async function act(name: string, done: Promise<unknown>, promised?: Locator): Promise<void> {
    acts.push(name);
    await done;
    await promised?.first().waitFor();
    await expect.poll(() => page.locator('main .loading').count()).toBe(0);
  }
  return {
    page,
    acts,
    click: (target, promised) => act(`click ${String(target)}`, target.click(), promised),
    async fill(field, text, promised) {
      await act(`fill ${String(field)}`, field.fill(text), promised);
      await expect.poll(() => field.inputValue()).not.toBe('');
    },
    choose: (field, label, promised) => act(`choose ${label}`, field.selectOption({ label }), promised),
    press: (keys, promised) => act(`press ${keys}`, page.keyboard.press(keys), promised),
    write: (text, promised) => act(`write ${text}`, page.keyboard.type(text), promised),
  };
}

/** Says how many acts a journey took, and holds it to its measure. */
export function expectActs(person: Person, journey: string, most: number): void {
  console.info(`${journey}: ${person.acts.length} acts, at most ${most}`);
  expect(person.acts.length, person.acts.join('\n')).toBeLessThanOrEqual(most);
}
