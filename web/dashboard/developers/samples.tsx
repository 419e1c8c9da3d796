import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { Code } from '../../kit/parts/json.tsx';
import { sampleOf, type Language, type SampleCall } from './sample-code.ts';
import { quickTexts as t } from './quick-texts.ts';

const KEPT = 'ct.language';
const names: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  node: 'Node',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};
const chosen = signal(localStorage.getItem(KEPT) ?? 'curl');

/** One call in the languages that people write; the language chosen once stays. */
export function Samples({
  call,
  apiKey,
  languages,
}: {
  readonly call: SampleCall;
  readonly apiKey: string;
  readonly languages: readonly Language[];
}): VNode {
  const value = languages.find((one) => one === chosen.value) ?? languages[0] ?? 'curl';
  function choose(next: Language): void {
    chosen.value = next;
    localStorage.setItem(KEPT, next);
  }
  return (
    <div class="samples">
      <Segmented
        label={t.language}
        options={languages.map((one) => [one, names[one]] as const)}
        value={value}
        onChange={choose}
      />
      <Code
        text={sampleOf(value, call, apiKey)}
        label={`${call.method} ${call.path}, ${names[value]}`}
        json
      />
    </div>
  );
}
