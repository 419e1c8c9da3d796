import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of the folders that hold the long files the longest first; what is in none of them is short. */
const LONG = ['server/test/promises/', 'server/test/', 'server/src/cli/', 'server/src/store/'];

/** Puts long files first, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((folder) => moduleId.includes(`/${folder}`));
      return at === -1 ? LONG.length : at;
    };
    // Within a folder as they are known to have taken, or else by their size.
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
