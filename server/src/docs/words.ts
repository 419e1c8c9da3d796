import { ERRORS, isEventKind, operations, type ErrorCode } from '@cottontree/contract';
import { html, type Html } from '../kernel/web/html.ts';
import { errorPath, kindPath, operationOfCall, operationPath } from './addresses.ts';

/** A sentence of the contract: what stands between backticks is code, and so are the names of fields, codes and operations. */
export function words(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? code(part) : plainWords(part)))}`;
}

function plainWords(text: string): Html {
  const parts = text.split(/\b([A-Za-z]\w*(?:\.\w+)*)\b/);
  return html`${parts.map((part, at) => (at % 2 === 1 && isName(part) ? code(part) : html`${part}`))}`;
}

function isName(word: string): boolean {
  return /[a-z0-9]_[a-z]/.test(word) || pathOf(word) !== null;
}

/** Paragraphs of such sentences. */
export function paragraphs(text: string): readonly Html[] {
  return text.split(/\n\n+/).map((part) => html`<p>${words(part)}</p>`);
}

/** Code in a sentence; what has a page of its own here leads there. */
export function code(text: string): Html {
  const path = pathOf(text);
  return path === null ? html`<code>${text}</code>` : html`<a href="${path}"><code>${text}</code></a>`;
}

function pathOf(text: string): string | null {
  if (isErrorCode(text)) return errorPath(text);
  if (isEventKind(text)) return kindPath(text);
  if (text === '/v1/openapi.json') return text;
  const operation = isOperationId(text) ? operations[text] : operationOfCall(text);
  return operation === null ? null : operationPath(operation);
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

function isOperationId(text: string): text is keyof typeof operations {
  // A plain word such as `search` is more often a parameter than the operation.
  return /[A-Z]/.test(text) && Object.hasOwn(operations, text);
}
