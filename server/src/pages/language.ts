import type { PageRequest } from '../core/page-route.ts';
import { english, type Texts } from './texts/english.ts';
import { krio } from './texts/krio.ts';

/** The languages of the pages by their tags. */
export const languages: Readonly<Record<Language, Texts>> = Object.freeze({ en: english, kri: krio });
export type Language = 'en' | 'kri';

export type ChosenLanguage = {
  readonly language: Language;
  readonly texts: Texts;
  /** Chosen by hand, so that links carry it on. */
  readonly chosen: boolean;
};

/** The language a visitor picked by `?lang=`, else the first of the browser's that there is, else English. */
export function chooseLanguage({ query, headers }: Pick<PageRequest, 'query' | 'headers'>): ChosenLanguage {
  const picked = known(query['lang']);
  const language =
    picked ??
    acceptedOf(headers['accept-language'] ?? '')
      .map(known)
      .find((one) => one !== null) ??
    'en';
  return { language, texts: languages[language], chosen: picked !== null };
}

function known(tag: string | undefined): Language | null {
  return tag === 'en' || tag === 'kri' ? tag : null;
}

/** Primary tags, the most wanted first. */
function acceptedOf(header: string): string[] {
  return header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const weight = Number(
        options
          .find((option) => option.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
