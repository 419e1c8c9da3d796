import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

export type MarkedBlock = {
  /** What stands in the comment above the fence: `run`, `run: 422`, `snippet: python`. */
  readonly mark: string;
  readonly language: string;
  readonly text: string;
  /** Of the comment, from 1. */
  readonly line: number;
};

const block = /^<!-- ([a-z]+(?:: [\w]+)?) -->\n```(\w+)\n(.*?)^```$/gms;

/** The code blocks of a page that carry a mark in a comment right above them. */
export function readMarkedBlocks(page: string): readonly MarkedBlock[] {
  const text = readFileSync(resolve(root, page), 'utf8');
  return [...text.matchAll(block)].map(({ 1: mark = '', 2: language = '', 3: code = '', index }) => ({
    mark,
    language,
    text: code,
    line: text.slice(0, index).split('\n').length,
  }));
}
