import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { queries } from '../kit/data/queries.ts';
import '../kit/base.css';
import { showInOrder } from '../kit/text/in-order.ts';
import { Gallery } from './gallery.tsx';

showInOrder();
const root = document.getElementById('app');
if (root)
  render(
    <QueryClientProvider client={queries}>
      <LocationProvider>
        <Gallery />
      </LocationProvider>
    </QueryClientProvider>,
    root,
  );
