// What `toSorted` does: the last Chrome for Windows 7, which counters still use, does not have it.

export function sortCopy<Item>(items: Iterable<Item>, compare: (one: Item, other: Item) => number): Item[] {
  const copy = [...items]
  copy.sort(compare)
  return copy
}
