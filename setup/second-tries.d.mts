type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};
export function filesToTryAgain(report: Report): string[];
export function withSecondTries(
  first: Report,
  second: Report,
): Report & { readonly passedSecond: readonly string[] };
