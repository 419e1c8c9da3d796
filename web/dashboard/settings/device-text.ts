import { securityTexts as t } from './security-texts.ts';

/** Browser and system in words, as far as they are known: "Chrome on Android". */
export function deviceText({
  browser,
  system,
}: {
  readonly browser: string | null;
  readonly system: string | null;
}): string {
  if (browser !== null && system !== null) return t.on(browser, system);
  return browser ?? system ?? t.unknownDevice;
}
