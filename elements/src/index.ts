import './invoice-creator.ts';
import './payment-button.ts';
import './payment-link-creator.ts';
import './pos-terminal.ts';
import './ticket-sales.ts';
import './ticket-scanner.ts';

export { configure } from './core/base-url.ts';
export type * from './props.ts';
export type * from './tags.ts';
