export { html, jsonData, type Html, type HtmlPart } from '../core/html.ts';
