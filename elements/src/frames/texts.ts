import { inLanguage, type Widened } from '../core/in-language.ts';

const english = {
  opening: 'Opening',
  notShown: 'It opens in a window of its own, and this page notices when you are done.',
  openTool: 'Open it in its own window',
} as const;
export type FrameTexts = Widened<typeof english>;

const krio: FrameTexts = {
  opening: 'I de opin',
  notShown: 'I de opin na in yon winda, ɛn dis pej go no we yu dɔn.',
  openTool: 'Opin am na in yon winda',
};

/** What an element around a frame says itself; what stands in the frame has its own catalogue. */
export const frameTexts = inLanguage<FrameTexts>(english, krio);
