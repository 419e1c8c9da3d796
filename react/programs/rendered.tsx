import { renderToString } from 'react-dom/server';
import { Shop } from './shop.js';

/** What a server sends ahead of the script. */
declare const process: { readonly argv: readonly string[] };
console.log(renderToString(<Shop given={JSON.parse(process.argv[2] ?? '{}')} tell={() => undefined} />));
