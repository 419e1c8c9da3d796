import { html, type Html } from '../../kernel/web/html.ts';
import { highlight } from '../highlight.ts';
import type { SampleCall } from './sample-call.ts';
import { LANGUAGE_NAMES, LANGUAGES, sampleIn } from './samples.ts';

/** The same call in every language; without script, too, one is chosen and the others step back. */
export function sampleTabs(call: SampleCall): Html {
  const choices = LANGUAGES.map(
    (language) =>
      html`<input type="radio" name="language" id="in-${language}" value="${language}"${language === 'curl' ? html` checked` : null}><label for="in-${language}">${LANGUAGE_NAMES[language]}</label>`,
  );
  const samples = LANGUAGES.map(
    (language) =>
      html`<div class="code of-${language}"><pre tabindex="0" role="region" aria-label="The request in ${LANGUAGE_NAMES[language]}"><code>${highlight(language, sampleIn(language, call))}</code></pre></div>`,
  );
  return html`<fieldset class="samples"><legend class="hidden">Language of the request</legend><div class="tabs">${choices}</div>${samples}</fieldset>`;
}
