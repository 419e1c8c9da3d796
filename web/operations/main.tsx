import { render } from 'preact';
import '../kit/base.css';
import { showInOrder } from '../kit/text/in-order.ts';
import { App } from './app.tsx';

showInOrder();
const root = document.getElementById('app');
if (root) render(<App />, root);
