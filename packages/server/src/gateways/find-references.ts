// Stand-in until the contract has it: every whole reference of ours inside a text.
export const findReferences = (text: string): string[] =>
  text.match(
    /(?<![\p{L}\p{N}-])(?:[A-HJ-NP-Z]{1,3}\d{6}-[0-9A-Z]{5}-[0-9A-Z]{5}|\d{6}-\d{5,15})(?![\p{L}\p{N}-])/giu,
  ) ?? []
