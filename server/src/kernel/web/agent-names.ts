/** What a browser calls itself, most telling name first: each also says that it is those below it. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bOPR\/|\bOpera Mini\//, 'Opera'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bSafari\/).*\bVersion\/\d/, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bKAIOS\//i, 'KaiOS'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export type AgentNames = { readonly browser: string | null; readonly system: string | null };

/** How much of a User-Agent is kept. */
export const AGENT_LENGTH_MAX = 300;

/** Browser and system in words, as far as what a browser says of itself tells them. */
export function agentNames(agent: string): AgentNames {
  const among = (names: typeof BROWSERS): string | null =>
    names.find(([sign]) => sign.test(agent))?.[1] ?? null;
  return { browser: among(BROWSERS), system: among(SYSTEMS) };
}
