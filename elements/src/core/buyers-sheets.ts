import tokens from 'tokens:buyers.css?inline';
import buyers from './buyers.css?inline';
import common from './common.css?inline';
import { sheetOf } from './dom.ts';

let made: readonly CSSStyleSheet[] | null = null;

/** The sheets of what buyers see, made once for all elements of a page. */
export function buyersSheets(): readonly CSSStyleSheet[] {
  made ??= [sheetOf(tokens), sheetOf(common), sheetOf(buyers)];
  return made;
}
