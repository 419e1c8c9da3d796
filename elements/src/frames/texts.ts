import { inLanguage, type Widened } from '../core/in-language.ts';

const english = {
  opening: 'Opening',
  notShown: 'This does not open here. It opens in a window of its own.',
  openTool: 'Open it in its own window',
} as const;
export type FrameTexts = Widened<typeof english>;

const krio: FrameTexts = {
  opening: 'I de opin',
  notShown: 'Dis nɔ de opin na ya. I de opin na in yon winda.',
  openTool: 'Opin am na in yon winda',
};

/** What an element around a frame says itself; what stands in the frame has its own catalogue. */
export const frameTexts = inLanguage<FrameTexts>(english, krio);
