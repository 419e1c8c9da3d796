import type { Plugin } from 'vite';

/** As `kit/base.css` has it. */
const ORDER = '@layer tokens,base,parts,pages;';

/** Says the order of the layers at the head of every style sheet: whichever a browser reads first decides it for all. */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = ORDER + String(file.source).replace(ORDER, '');
      },
    },
  };
}
