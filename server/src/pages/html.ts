export { html, jsonData, type Html, type HtmlPart } from '../kernel/web/html.ts';
